#include <dlib/image_processing/frontal_face_detector.h>

#include <QTest>
#include <algorithm>
#include <cmath>
#include <thread>

#include "core/data/demo_faces.h"
#include "core/data/demo_identity.h"
#include "core/data/seeded_random.h"
#include "core/face/canonical.h"

using namespace visagist;

namespace {

DemoContent plainContent() {
    DemoContent content;
    content.backgroundTop = {0.35, 0.38, 0.42};
    content.backgroundBottom = {0.15, 0.17, 0.20};
    return content;
}

/// The aligned face with room around it, as a photographer would frame it.
Affine photoView(const DemoContent& content, double factor) {
    Affine larger = Affine::scaling(factor, factor);
    larger.x0 = larger.y0 = (1 - factor) / 2;
    return larger.then(demoHeadFromUnit(content));
}

double meanDifference(const Image& a, const Image& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.byteCount(); ++i) sum += std::abs(a.data()[i] - b.data()[i]);
    return sum / static_cast<double>(a.byteCount());
}

double meanLevel(const Image& image, int fromColumn, int toColumn) {
    double sum = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int i = 3 * fromColumn; i < 3 * toColumn; ++i) sum += image.row(y)[i];
    }
    return sum / (3.0 * image.height() * (toColumn - fromColumn));
}

int maskAt(const DemoFace& face, Point p) {
    return face.mask.row(static_cast<int>(p.y))[static_cast<int>(p.x)];
}

bool findsFace(dlib::frontal_face_detector& detector, const DemoFace& face) {
    dlib::array2d<dlib::rgb_pixel> picture(face.image.height(), face.image.width());
    for (int y = 0; y < face.image.height(); ++y) {
        const std::uint8_t* rgb = face.image.row(y);
        for (int x = 0; x < face.image.width(); ++x, rgb += 3) picture[y][x] = {rgb[0], rgb[1], rgb[2]};
    }
    const Point nose = face.landmarks5[4];
    const auto boxes = detector(picture);
    return std::any_of(boxes.begin(), boxes.end(), [&](const dlib::rectangle& box) {
        return box.contains(static_cast<long>(nose.x), static_cast<long>(nose.y));
    });
}

}  // namespace

class TestDemoFaces : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sameSeedGivesSamePixels() {
        const auto draw = [] { return renderDemoFace(randomDemoPerson(11), randomDemoContent(12), 64); };
        const DemoFace first = draw(), second = draw();
        QCOMPARE(first.image, second.image);
        QCOMPARE(first.mask, second.mask);
        QVERIFY(first.landmarks68 == second.landmarks68);
        QVERIFY(randomDemoPerson(11) != randomDemoPerson(13));
        QVERIFY(randomDemoContent(12) != randomDemoContent(13));
    }

    void seedsGiveTheSameNumbersOnEveryPlatform() {
        SeededRandom numbers(1);  // splitmix64's first output for seed 1 is 0x910A2DEC89025CC1
        QCOMPARE(numbers.uniform(0, 1), static_cast<double>(0x910A2DEC89025CC1ull >> 11) * 0x1p-53);
    }

    void eightPeopleHaveNamesAndLooksOfTheirOwn() {
        QCOMPARE(demoPersonName(0), std::string("Ada"));
        QCOMPARE(demoPersonName(1), std::string("Ben"));
        QCOMPARE(demoPersonName(2), std::string("Cleo"));
        std::vector<Image> pictures;
        for (int person = 0; person < 10; ++person) {
            pictures.push_back(renderDemoFace(demoPerson(person), plainContent(), 64).image);
            for (int other = 0; other < person; ++other) {
                QVERIFY(demoPersonName(person) != demoPersonName(other));
                const double difference =
                    meanDifference(pictures.back(), pictures[static_cast<std::size_t>(other)]);
                QVERIFY2(
                    difference > 3,
                    qPrintable(QString("%1 and %2 differ by %3").arg(person).arg(other).arg(difference)));
            }
        }
    }

    void mixWithOneHotWeightsIsThatPerson() {
        const std::array people{demoPerson(0), demoPerson(1), demoPerson(2)};
        QVERIFY(mixDemoPeople(people, std::array{0.0, 1.0, 0.0}) == people[1]);
        const DemoIdentity half = mixDemoPeople(people, std::array{0.5, 0.0, 0.5});
        for (std::size_t i = 0; i < DemoIdentity::kSize; ++i) {
            QCOMPARE(half.values[i], (people[0].values[i] + people[2].values[i]) / 2);
        }
    }

    void averageFaceLiesOnTheCanonicalLandmarks() {
        const int size = 256;
        const DemoFace face = renderDemoFace(demo::averagePerson(), plainContent(), size);
        const auto canonical = canonicalLandmarks();
        for (std::size_t i = 0; i < 5; ++i) {
            const double off = std::hypot(face.landmarks5[i].x / size - canonical[i].x,
                                          face.landmarks5[i].y / size - canonical[i].y);
            QVERIFY2(off < 0.01, qPrintable(QString("landmark %1 is %2 off").arg(i).arg(off)));
        }
    }

    void viewDoesNotDependOnThePerson() {
        const DemoContent content = randomDemoContent(5);
        const DemoFace aligned = renderDemoFace(demoPerson(1), content, 96);
        const DemoFace explicitly = renderDemoFace(demoPerson(1), content, 96, demoHeadFromUnit(content));
        QCOMPARE(aligned.image, explicitly.image);
    }

    void bothLandmarkSetsAgreeOnTheEyes() {
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            const DemoFace face = renderDemoFace(randomDemoPerson(seed), randomDemoContent(seed), 64);
            static constexpr std::array<std::pair<std::size_t, std::size_t>, 5> same{
                {{0, 45}, {1, 42}, {2, 36}, {3, 39}, {4, 33}}};
            for (const auto& [five, all] : same) {
                const Point a = face.landmarks5[five], b = face.landmarks68[all];
                QVERIFY(std::hypot(a.x - b.x, a.y - b.y) < 0.05);
            }
        }
    }

    void maskCoversTheFeaturesAndLeavesTheCorners() {
        for (std::uint64_t seed = 0; seed < 12; ++seed) {
            const DemoFace face =
                renderDemoFace(demoPerson(static_cast<int>(seed)), randomDemoContent(seed), 128);
            for (const Point& p : face.landmarks5) QVERIFY(maskAt(face, p) > 200);
            for (std::size_t i = 48; i < 68; ++i) QVERIFY(maskAt(face, face.landmarks68[i]) > 200);
            for (const double x : {0.0, 127.0}) {
                for (const double y : {0.0, 127.0}) QCOMPARE(maskAt(face, {x, y}), 0);
            }
        }
    }

    void renderChangesSmoothlyWithTheMixingWeight() {
        DemoContent content = plainContent();
        content.yaw = 12;
        for (const auto& [first, second] :
             {std::pair{0, 1}, std::pair{1, 2}, std::pair{4, 5}, std::pair{7, 6}}) {
            const std::array people{demoPerson(first), demoPerson(second)};
            const auto at = [&](double w) {
                return renderDemoFace(mixDemoPeople(people, std::array{1 - w, w}), content, 64).image;
            };
            const double whole = meanDifference(at(0), at(1));
            for (int step = 0; step < 20; ++step) {
                const double change = meanDifference(at(step * 0.05), at(step * 0.05 + 0.01));
                QVERIFY2(change < 0.05 * whole, qPrintable(QString("%1 to %2, step %3: %4 of %5")
                                                               .arg(first)
                                                               .arg(second)
                                                               .arg(step)
                                                               .arg(change)
                                                               .arg(whole)));
            }
        }
    }

    void noseFollowsTheTurnOfTheHead() {
        DemoContent content = plainContent();
        const Affine view = photoView(content, 1.8);  // one view for all poses
        const auto nose = [&] { return renderDemoFace(demoPerson(0), content, 128, view).landmarks68[30]; };
        const Point straight = nose();
        content.yaw = 20;
        QVERIFY(nose().x > straight.x + 5);
        content.yaw = 0;
        content.pitch = 10;
        QVERIFY(nose().y < straight.y - 2);
        content.pitch = 0;
        content.roll = 10;
        const DemoFace rolled = renderDemoFace(demoPerson(0), content, 128, view);
        QVERIFY(rolled.landmarks5[0].y >
                rolled.landmarks5[2].y + 3);  // clockwise: the eye at the right sinks
    }

    void expressionMovesItsLandmarks() {
        const auto marks = [](const DemoContent& content) {
            return renderDemoFace(demoPerson(2), content, 64).landmarks68;
        };
        const DemoContent plain = plainContent();
        const auto before = marks(plain);
        DemoContent content = plain;
        content.smile = 1;
        QVERIFY(marks(content)[54].x > before[54].x + 0.5 && marks(content)[54].y < before[54].y);
        content = plain;
        content.mouthOpen = 1;
        QVERIFY(marks(content)[66].y - marks(content)[62].y > 2);
        QVERIFY(before[66].y - before[62].y < 0.5);
        content = plain;
        content.eyesClosed = 1;
        QVERIFY(marks(content)[41].y - marks(content)[37].y < 0.25 * (before[41].y - before[37].y));
        content = plain;
        content.browRaise = 1;
        QVERIFY(marks(content)[19].y < before[19].y - 0.5);
    }

    void lightComesFromItsSide() {
        DemoContent content = plainContent();
        content.lightAzimuth = -0.8;
        const Image left = renderDemoFace(demoPerson(2), content, 64).image;
        content.lightAzimuth = 0.8;
        const Image right = renderDemoFace(demoPerson(2), content, 64).image;
        QVERIFY(meanLevel(left, 18, 30) > meanLevel(left, 34, 46) + 10);
        QVERIFY(meanLevel(right, 34, 46) > meanLevel(right, 18, 30) + 10);
    }

    void largerViewShrinksTheFaceAboutItsCentre() {
        const DemoContent content = randomDemoContent(3);
        const DemoFace near = renderDemoFace(demoPerson(3), content, 64, photoView(content, 1));
        const DemoFace far = renderDemoFace(demoPerson(3), content, 64, photoView(content, 2));
        for (std::size_t i = 0; i < 68; ++i) {
            QVERIFY(std::abs((far.landmarks68[i].x - 32) * 2 - (near.landmarks68[i].x - 32)) < 1e-3);
            QVERIFY(std::abs((far.landmarks68[i].y - 32) * 2 - (near.landmarks68[i].y - 32)) < 1e-3);
        }
    }

    void randomContentStaysWithinItsRanges() {
        for (std::uint64_t seed = 0; seed < 500; ++seed) {
            const DemoContent content = randomDemoContent(seed, 15);
            QVERIFY(std::abs(content.yaw) <= 15 && std::abs(content.pitch) <= 12 &&
                    std::abs(content.roll) <= 10);
            for (const double share : {content.smile, content.mouthOpen, content.eyesClosed})
                QVERIFY(share >= 0 && share <= 1);
        }
    }

    void hogDetectorFindsNineOfTenFaces() {
        dlib::frontal_face_detector detector = dlib::get_frontal_face_detector();
        constexpr int count = 40;
        int found = 0;
        for (int i = 0; i < count; ++i) {
            const auto seed = static_cast<std::uint64_t>(i);
            const DemoContent content = randomDemoContent(1000 + seed);
            const DemoIdentity person = i % 2 == 0 ? demoPerson(i / 2 % 8) : randomDemoPerson(seed);
            found += findsFace(detector, renderDemoFace(person, content, 256, photoView(content, 1.8)));
        }
        qInfo("%d of %d faces found", found, count);
        QVERIFY(found >= 0.9 * count);
    }

    void threadsDrawWhatOneThreadDraws() {
        const DemoContent content = randomDemoContent(9);
        std::array<DemoFace, 2> faces;
        {
            std::vector<std::jthread> threads;
            for (DemoFace& face : faces) {
                threads.emplace_back([&] {
                    for (int repeat = 0; repeat < 5; ++repeat)
                        face = renderDemoFace(demoPerson(6), content, 64);
                });
            }
        }
        const DemoFace alone = renderDemoFace(demoPerson(6), content, 64);
        for (const DemoFace& face : faces) {
            QCOMPARE(face.image, alone.image);
            QCOMPARE(face.mask, alone.mask);
        }
    }
};

QTEST_GUILESS_MAIN(TestDemoFaces)
#include "tst_demo_faces.moc"
