#include <QTest>
#include <nlohmann/json.hpp>

#include "core/train/course.h"

using namespace visagist;

namespace {

TrainOptions patient(int patience) {
    TrainOptions options;
    options.patience = patience;
    return options;
}

}  // namespace

class TestCourse : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void stagesFollowTheScheduleByThemselves() {
        Course course;
        const TrainOptions options;  // mixtures from 0.2, detail from 0.7
        QVERIFY(course.enter(options, 0.1) == Stage::Shape);
        QVERIFY(course.enter(options, 0.3) == Stage::Mix);
        QVERIFY(course.enter(options, 0.71) == Stage::Detail);
    }
    void theDiscriminatorComesInOverASixthOfItsStage() {
        Course course;
        const TrainOptions options;
        course.enter(options, 0.3);
        QCOMPARE(course.adversarial(0.3), 0.0);
        course.enter(options, 0.701);
        QCOMPARE(course.adversarial(0.7), 0.0);
        QVERIFY(std::abs(course.adversarial(0.725) - 0.5) < 1e-12);
        QVERIFY(std::abs(course.adversarial(0.75) - 1) < 1e-12);
        QCOMPARE(course.adversarial(1), 1.0);
        TrainOptions never;
        never.detailFrom = 1;
        Course other;
        other.enter(never, 1);
        QCOMPARE(other.adversarial(1), 0.0);
    }
    void aPersonsStageGoesBeforeTheSchedules() {
        Course course;
        TrainOptions options;
        options.stage = StageWish::Detail;
        QVERIFY(course.enter(options, 0.1) == Stage::Detail);
        QCOMPARE(course.adversarial(0.1), 0.0);  // it comes in gently all the same
        QVERIFY(std::abs(course.adversarial(0.25) - 1) < 1e-12);
        options.stage = StageWish::Shape;
        QVERIFY(course.enter(options, 0.9) == Stage::Shape);
        QCOMPARE(course.adversarial(0.9), 0.0);
        options.stage = StageWish::Auto;
        QVERIFY(course.enter(options, 0.3) == Stage::Mix);
    }
    void aStandstillBringsOnTheNextStageAndAtLastTheEnd() {
        Course course;
        const TrainOptions options = patient(2);
        QVERIFY(course.enter(options, 0) == Stage::Shape);
        QVERIFY(course.judge(options, 1.0) == Course::Verdict::GoOn);
        QVERIFY(course.judge(options, 0.9) == Course::Verdict::GoOn);
        QVERIFY(course.judge(options, 0.95) == Course::Verdict::GoOn);
        QVERIFY(course.judge(options, 0.9) == Course::Verdict::NextStage);
        QVERIFY(course.enter(options, 0.01) == Stage::Mix);
        QVERIFY(course.judge(options, 5.0) == Course::Verdict::GoOn);  // another stage, other losses
        QVERIFY(course.judge(options, 5.0) == Course::Verdict::GoOn);
        QVERIFY(course.judge(options, 5.0) == Course::Verdict::NextStage);
        QVERIFY(course.enter(options, 0.02) == Stage::Detail);
        course.judge(options, 3.0);
        course.judge(options, 3.0);
        QVERIFY(course.judge(options, 3.0) == Course::Verdict::End);
    }
    void aTinyGainIsNoProgressAndNoPatienceIsEndless() {
        Course course;
        const TrainOptions options = patient(1);
        course.enter(options, 0.9);
        course.judge(options, 1.0);
        QVERIFY(course.judge(options, 0.9995) == Course::Verdict::End);
        Course endless;
        for (int i = 0; i < 1000; ++i) QVERIFY(endless.judge(patient(0), 1.0) == Course::Verdict::GoOn);
    }
    void aResumedRunGoesTheSameWay() {
        Course course;
        const TrainOptions options = patient(3);
        course.enter(options, 0.05);
        course.judge(options, 1.0);
        course.judge(options, 1.0);
        course.rolledBack(2);
        Course resumed = Course::fromState(nlohmann::json::parse(course.state().dump()));
        QVERIFY(resumed.state() == course.state());
        QCOMPARE(resumed.rollbacks(), 2);
        resumed.enter(options, 0.05);
        for (Course* one : {&course, &resumed}) {
            QVERIFY(one->judge(options, 1.0) == Course::Verdict::GoOn);
            QVERIFY(one->judge(options, 1.0) == Course::Verdict::NextStage);
            QVERIFY(one->enter(options, 0.06) == Stage::Mix);
        }
    }
    void aStateThatIsNoneIsABeginning() {
        for (const char* text : {"{}", "null", "[1]", "{\"reached\": \"x\", \"rollbacks\": null}"}) {
            Course course = Course::fromState(nlohmann::json::parse(text));
            QCOMPARE(course.rollbacks(), 0);
            QVERIFY(course.enter({}, 0) == Stage::Shape);
        }
    }
};

QTEST_APPLESS_MAIN(TestCourse)
#include "tst_course.moc"
