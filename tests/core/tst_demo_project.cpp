#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <set>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/path.h"
#include "core/data/demo_faces.h"
#include "core/data/demo_project.h"
#include "core/image/decode.h"
#include "core/store/face_table.h"
#include "core/store/person_table.h"
#include "core/store/project.h"
#include "core/store/source_table.h"

using namespace visagist;

namespace {

DemoProjectRequest request(const QTemporaryDir& folder, int people, int faces) {
    return {.folder = pathFromUtf8(folder.filePath("demo").toStdString()),
            .people = people,
            .facesEach = faces,
            .size = 64,
            .seed = 5};
}

std::vector<Face> storedFaces(const std::filesystem::path& path) {
    return faces(Project::open(path, Access::ReadOnly).database());
}

ErrorCode codeOf(const std::function<void()>& act) {
    try {
        act();
    } catch (const Error& error) {
        return error.code();
    }
    return ErrorCode::Internal;  // nothing was thrown
}

}  // namespace

class TestDemoProject : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void holdsThePeopleInOrderWithTheirConsent() {
        const QTemporaryDir folder;
        const Project project = Project::open(makeDemoProject(request(folder, 3, 1)));
        const auto all = people(project.database());
        QCOMPARE(all.size(), 3u);
        QCOMPARE(all[0].name, std::string("Ada"));
        QCOMPARE(all[1].name, std::string("Ben"));
        QCOMPARE(all[2].name, std::string("Cleo"));
        for (const Person& person : all) {
            QCOMPARE(person.faces, 1);
            QVERIFY(person.consent == Consent::Recorded);
        }
    }

    void facesAreTheRenderedPicturesWithTheirTruth() {
        const QTemporaryDir folder;
        const auto wanted = request(folder, 2, 2);
        const Project project = Project::open(makeDemoProject(wanted));
        const auto ben = findPerson(project.database(), "Ben");
        QVERIFY(ben);
        const auto all = faces(project.database(), {.person = ben->id});
        QCOMPARE(all.size(), 2u);
        const DemoFace truth =
            renderDemoFace(demoPerson(1), randomDemoContent(demoContentSeed(wanted.seed, 1, 1)), 64);
        QVERIFY(decodeImage(faceCropPng(project.database(), all[1].id)) == truth.image);
        QVERIFY(decodeMask(faceMaskPng(project.database(), all[1].id)) == truth.mask);
        QVERIFY(std::ranges::equal(all[1].landmarks, truth.landmarks68));
        QVERIFY(all[1].photoFromUnit == Affine::scaling(64, 64));
        QVERIFY(pathFromUtf8(all[1].sourcePath).filename() == "0002.png");
        QVERIFY(readFile(pathFromUtf8(all[1].sourcePath)) == faceCropPng(project.database(), all[1].id));
    }

    void madeTwiceIsTheSameProject() {
        const QTemporaryDir folder;
        const auto path = makeDemoProject(request(folder, 2, 2));
        const auto before = storedFaces(path);
        QCOMPARE(makeDemoProject(request(folder, 2, 2)), path);
        const auto after = storedFaces(path);
        QCOMPARE(after.size(), before.size());
        for (std::size_t i = 0; i < after.size(); ++i) QCOMPARE(after[i].id, before[i].id);
    }

    void aSmallerDemoIsTheBeginningOfALargerOne() {
        const QTemporaryDir folder;
        const auto path = makeDemoProject(request(folder, 2, 2));
        const auto before = storedFaces(path);
        makeDemoProject(request(folder, 3, 4));
        const auto after = storedFaces(path);
        QCOMPARE(after.size(), 12u);
        for (std::size_t i = 0; i < before.size(); ++i) QCOMPARE(after[i].cropSha256, before[i].cropSha256);
    }

    void killedInTheMiddleIsCompleted() {
        const QTemporaryDir folder;
        const auto wanted = request(folder, 2, 40);
        const pid_t child = fork();
        if (child == 0) {
            makeDemoProject(wanted, {}, [](int done, int) {
                if (done > 0) raise(SIGKILL);  // after the first batch, in the middle of the work
            });
            _exit(0);
        }
        int status = 0;
        QCOMPARE(waitpid(child, &status, 0), child);
        QVERIFY2(WIFSIGNALED(status), "the child was to be killed before it was done");
        const std::size_t kept = storedFaces(wanted.folder / "demo.visagist").size();
        QVERIFY(kept > 0 && kept < 80);

        const auto path = makeDemoProject(wanted);
        const auto all = storedFaces(path);
        QCOMPARE(all.size(), 80u);
        std::set<std::string> hashes;
        for (const Face& face : all) hashes.insert(face.cropSha256);
        QCOMPARE(hashes.size(), 80u);
        QCOMPARE(sources(Project::open(path).database()).size(), 80u);
    }

    void aCutOffPictureWithoutARecordIsMadeAnew() {
        const QTemporaryDir folder;
        const auto wanted = request(folder, 2, 1);
        std::filesystem::create_directories(wanted.folder / "people" / "Ada");
        std::ofstream(wanted.folder / "people" / "Ada" / "0001.png") << "not a picture";
        makeDemoProject(wanted);
        QVERIFY_EXCEPTION_THROWN(decodePhoto(wanted.folder / "people" / "Ada" / "0002.png"), Error);
        QCOMPARE(decodePhoto(wanted.folder / "people" / "Ada" / "0001.png").image.width(), 64);
    }

    void aLostPictureIsRestoredFromTheProject() {
        const QTemporaryDir folder;
        const auto wanted = request(folder, 2, 1);
        const auto before = storedFaces(makeDemoProject(wanted));
        const auto ada = wanted.folder / "people" / "Ada" / "0001.png";
        const auto ben = wanted.folder / "people" / "Ben" / "0001.png";
        const auto picture = readFile(ada);
        std::filesystem::remove(ada);
        std::filesystem::resize_file(ben, 0);
        const auto after = storedFaces(makeDemoProject(wanted));
        QVERIFY(readFile(ada) == picture);
        QCOMPARE(decodePhoto(ben).image.width(), 64);
        QCOMPARE(after[0].id, before[0].id);  // the record stays, and with it what was trained on
    }

    void stoppedItEndsAndIsCompletedLater() {
        const QTemporaryDir folder;
        std::stop_source stop;
        const auto code = codeOf([&] {
            makeDemoProject(request(folder, 2, 40), stop.get_token(), [&](int done, int) {
                if (done > 0) stop.request_stop();
            });
        });
        QVERIFY(code == ErrorCode::Cancelled);
        QCOMPARE(storedFaces(makeDemoProject(request(folder, 2, 40))).size(), 80u);
    }

    void progressEndsAtTheTotal() {
        const QTemporaryDir folder;
        std::pair<int, int> last;
        makeDemoProject(request(folder, 2, 3), {}, [&](int done, int total) { last = {done, total}; });
        QVERIFY(last == std::pair(6, 6));
    }

    void anotherSeedInTheSameFolderIsRefused() {
        const QTemporaryDir folder;
        auto wanted = request(folder, 2, 1);
        const auto path = makeDemoProject(wanted);
        wanted.seed = 6;
        QVERIFY(codeOf([&] { makeDemoProject(wanted); }) == ErrorCode::InvalidArgument);
        QCOMPARE(storedFaces(path).size(), 2u);
    }

    void aProjectOfRealPeopleIsNotTouched() {
        const QTemporaryDir folder;
        const auto wanted = request(folder, 2, 1);
        std::filesystem::create_directories(wanted.folder);
        {
            const Project own = Project::create(wanted.folder / "demo.visagist", 64);
            ensurePerson(own.database(), "Somebody");
        }
        QVERIFY(codeOf([&] { makeDemoProject(wanted); }) == ErrorCode::InvalidArgument);
        QCOMPARE(people(Project::open(wanted.folder / "demo.visagist").database()).size(), 1u);
    }

    void aFolderThatCannotBeMadeIsNamed() {
        const QTemporaryDir folder;
        std::ofstream(folder.filePath("file").toStdString()) << "in the way";
        auto wanted = request(folder, 2, 1);
        wanted.folder = folder.filePath("file/demo").toStdString();
        try {
            makeDemoProject(wanted);
            QFAIL("nothing was thrown");
        } catch (const Error& error) {
            QVERIFY(error.code() == ErrorCode::WriteFailed);
            QVERIFY(std::string(error.what()).find("file/demo") != std::string::npos);
        }
    }

    void wrongNumbersAreRefused() {
        const QTemporaryDir folder;
        QVERIFY(codeOf([&] { makeDemoProject(request(folder, 1, 1)); }) == ErrorCode::InvalidArgument);
        QVERIFY(codeOf([&] { makeDemoProject(request(folder, 9, 1)); }) == ErrorCode::InvalidArgument);
        QVERIFY(codeOf([&] { makeDemoProject(request(folder, 2, 0)); }) == ErrorCode::InvalidArgument);
        QVERIFY(!std::filesystem::exists(request(folder, 2, 0).folder));
    }

    void noContentIsMetTwice() {
        std::set<std::uint64_t> seeds;
        for (int person = 0; person < 8; ++person) {
            for (std::uint64_t index = 0; index < 500; ++index) {
                seeds.insert(demoContentSeed(1, person, index));
                seeds.insert(demoContentSeed(1, person, kHeldOutContent + index));
            }
        }
        QCOMPARE(seeds.size(), 8000u);
    }
};

QTEST_GUILESS_MAIN(TestDemoProject)
#include "tst_demo_project.moc"
