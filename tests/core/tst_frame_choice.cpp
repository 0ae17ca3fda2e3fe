#include <QTest>
#include <cmath>
#include <vector>

#include "core/video/frame_choice.h"

using namespace visagist;

namespace {

/// Frames that are given by their times and their grey; counts how many were decoded.
class ListedFrames final : public FrameReader {
public:
    ListedFrames(std::vector<double> times, std::vector<int> greys = {})
        : m_times(std::move(times)), m_greys(std::move(greys)) {}
    bool advance() override {
        if (m_next >= frameCount()) return false;
        m_index = m_next++;
        ++decoded;
        return true;
    }
    std::int64_t index() const override { return m_index; }
    double time() const override { return m_times[static_cast<std::size_t>(m_index)]; }
    Image image() override { return smallGrey(1); }
    Image smallGrey(int) override {
        Image grey(4, 4, 1);
        std::fill_n(grey.data(), grey.byteCount(),
                    static_cast<std::uint8_t>(m_greys.at(static_cast<std::size_t>(m_index))));
        return grey;
    }
    void seek(std::int64_t index) override { m_next = index; }
    void seekTime(double seconds) override {
        m_next = 0;
        while (m_next < frameCount() && m_times[static_cast<std::size_t>(m_next)] < seconds - 1e-9) ++m_next;
    }
    std::int64_t frameCount() override { return static_cast<std::int64_t>(m_times.size()); }

    int decoded = 0;

private:
    std::vector<double> m_times;
    std::vector<int> m_greys;
    std::int64_t m_index = -1, m_next = 0;
};

std::vector<double> steady(int frames, double rate) {
    std::vector<double> times;
    for (int i = 0; i < frames; ++i) times.push_back(i / rate);
    return times;
}

std::vector<std::int64_t> chosen(FrameReader& reader, const ImportOptions& options) {
    FrameChooser chooser(reader, options);
    std::vector<std::int64_t> frames;
    while (chooser.advance()) frames.push_back(reader.index());
    return frames;
}

using Frames = std::vector<std::int64_t>;

/// Twelve scenes of 25 frames with steady brightening inside, hard cuts between them.
std::vector<int> scenes() {
    std::vector<int> greys;
    for (int scene = 0; scene < 12; ++scene)
        for (int i = 0; i < 25; ++i) greys.push_back((scene * 97) % 200 + 2 * i);
    return greys;
}

}  // namespace

class TestFrameChoice : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void someASecondGoByTheTimeStamps() {
        ImportOptions options;
        options.framesPerSecond = 2;
        ListedFrames reader(steady(100, 25));
        QCOMPARE(chosen(reader, options), (Frames{0, 13, 25, 38, 50, 63, 75, 88}));
        QCOMPARE(reader.decoded, 8);  // the others were leapt over
        options.framesPerSecond = 25;
        ListedFrames all(steady(100, 25));
        QCOMPARE(chosen(all, options).size(), std::size_t{100});
        options.framesPerSecond = 1;
        ListedFrames varying({0, 0.1, 0.9, 1.5, 1.6, 1.7, 4.2, 4.9, 5.0});
        QCOMPARE(chosen(varying, options), (Frames{0, 3, 6, 8}));
    }

    void everyNthCountsFromTheFilmsStart() {
        ImportOptions options;
        options.frames = FrameChoice::EveryNth;
        options.frameStep = 10;
        ListedFrames reader(steady(45, 30000.0 / 1001));
        QCOMPARE(chosen(reader, options), (Frames{0, 10, 20, 30, 40}));
        options.trimFrom = 0.5, options.trimTo = 1.2;
        ListedFrames trimmed(steady(45, 25));
        QCOMPARE(chosen(trimmed, options), (Frames{20}));
        options.frameStep = 1;
        ListedFrames each(steady(45, 25));
        const Frames frames = chosen(each, options);
        QCOMPARE(frames.front(), 13);  // 0.52 s
        QCOMPARE(frames.back(), 29);   // 1.16 s: the end is not taken
    }

    void trimHoldsForSomeASecond() {
        ImportOptions options;
        options.framesPerSecond = 1;
        options.trimFrom = 1.5, options.trimTo = 4;
        ListedFrames reader(steady(200, 25));
        QCOMPARE(chosen(reader, options), (Frames{38, 50, 75}));
    }

    void scenesBeginAtCutsAndNotInSteadyMovement() {
        ImportOptions options;
        options.frames = FrameChoice::SceneCuts;
        options.sceneFrames = 1;
        ListedFrames reader(steady(300, 25), scenes());
        Frames cuts;
        for (int scene = 0; scene < 12; ++scene) cuts.push_back(25 * scene);
        QCOMPARE(chosen(reader, options), cuts);
    }

    void aFewFramesFollowEachCut() {
        ImportOptions options;
        options.frames = FrameChoice::SceneCuts;
        options.sceneFrames = 3;
        options.sceneSpacing = 0.2;
        std::vector<int> greys(50, 30);
        std::fill(greys.begin() + 20, greys.end(), 200);
        ListedFrames reader(steady(50, 25), greys);
        QCOMPARE(chosen(reader, options), (Frames{0, 5, 10, 20, 25, 30}));
        options.sceneSpacing = 0;
        ListedFrames close(steady(50, 25), greys);
        QCOMPARE(chosen(close, options), (Frames{0, 1, 2, 20, 21, 22}));
    }

    void brokenOffAnywhereTheChoiceIsTheSame() {
        for (const FrameChoice kind :
             {FrameChoice::PerSecond, FrameChoice::EveryNth, FrameChoice::SceneCuts}) {
            for (const double from : {0.0, 0.7, 2.04}) {
                ImportOptions options;
                options.frames = kind;
                options.framesPerSecond = 7;
                options.frameStep = 6;
                options.sceneSpacing = 0.16;
                options.trimFrom = from, options.trimTo = 10.5;
                ListedFrames whole(steady(300, 25), scenes());
                const Frames expected = chosen(whole, options);
                QVERIFY(expected.size() > 20);
                for (std::size_t broken = 0; broken <= expected.size(); ++broken) {
                    Frames frames;
                    ChoicePlace place;
                    {
                        ListedFrames reader(steady(300, 25), scenes());
                        FrameChooser chooser(reader, options);
                        while (frames.size() < broken && chooser.advance()) frames.push_back(reader.index());
                        place = chooser.place();
                    }
                    ListedFrames reader(steady(300, 25), scenes());
                    FrameChooser chooser(reader, options, place);
                    while (chooser.advance()) frames.push_back(reader.index());
                    QCOMPARE(frames, expected);
                }
            }
        }
    }

    void nothingIsChosenBehindTheEnd() {
        ImportOptions options;
        for (const FrameChoice kind :
             {FrameChoice::PerSecond, FrameChoice::EveryNth, FrameChoice::SceneCuts}) {
            options.frames = kind;
            options.trimFrom = 100;
            ListedFrames reader(steady(50, 25), std::vector<int>(50, 9));
            QVERIFY(chosen(reader, options).empty());
        }
    }
};

QTEST_APPLESS_MAIN(TestFrameChoice)
#include "tst_frame_choice.moc"
