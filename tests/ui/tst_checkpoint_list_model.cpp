#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include "ui/models/checkpoint_list_model.h"
#include "ui/pages/checkpoints_page.h"

using namespace visagist;
using Column = CheckpointListModel::Column;

namespace {

std::vector<CheckpointInfo> three() {
    std::vector<CheckpointInfo> list(3);
    for (std::size_t i = 0; i < list.size(); ++i) {
        list[i].id = static_cast<std::int64_t>(i) + 1;
        list[i].run = i < 2 ? 1 : 2;
        list[i].step = static_cast<std::int64_t>(i + 1) * 1000;
        list[i].bytes = 1'100'000'000;
        list[i].metrics = {{"generator", 0.3 - 0.1 * static_cast<double>(i)}};
    }
    list[1].note = "skin looks best here";
    list[2].metrics.clear();
    return list;
}

}  // namespace

class TestCheckpointListModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void itIsAProperModel() {
        CheckpointListModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setCheckpoints(three(), {{1, QStringLiteral("Sketch 64, run 1")}});
        QCOMPARE(model.rowCount(), 3);
        model.setCheckpoints({}, {});
        QCOMPARE(model.rowCount(), 0);
    }

    void whatIsNotKnownIsADash() {
        CheckpointListModel model;
        model.setCheckpoints(three(), {});
        QCOMPARE(model.index(2, Column::Generator).data().toString(), QStringLiteral("–"));
        QCOMPARE(model.index(0, Column::Generator).data().toString(), QLocale().toString(0.3));
        QCOMPARE(model.index(0, Column::Step).data().toString(), QLocale().toString(1000));
    }

    void theBestValueIsBold() {
        CheckpointListModel model;
        model.setCheckpoints(three(), {});
        QVERIFY(model.index(1, Column::Generator).data(Qt::FontRole).value<QFont>().bold());
        QVERIFY(!model.index(0, Column::Generator).data(Qt::FontRole).isValid());
    }

    void aNoteIsEditedInPlaceAndTold() {
        CheckpointListModel model;
        model.setCheckpoints(three(), {});
        QSignalSpy edited(&model, &CheckpointListModel::noteEdited);
        const QModelIndex note = model.index(0, Column::Note);
        QVERIFY(note.flags() & Qt::ItemIsEditable);
        QVERIFY(model.setData(note, QStringLiteral(" keep "), Qt::EditRole));
        QCOMPARE(edited.count(), 1);
        QCOMPARE(edited[0][1].toString(), QStringLiteral("keep"));
        QVERIFY(!model.setData(note, QStringLiteral("keep"), Qt::EditRole));  // nothing new
        QCOMPARE(edited.count(), 1);
    }

    void aReadOnlyProjectIsNotEdited() {
        CheckpointListModel model;
        model.setCheckpoints(three(), {});
        model.setEditable(false);
        QVERIFY(!(model.index(0, Column::Note).flags() & Qt::ItemIsEditable));
        QVERIFY(!model.setData(model.index(0, Column::Star), true, Qt::EditRole));
    }

    void theFilterFindsByRunStepAndNote() {
        CheckpointListModel model;
        CheckpointFilter filter;
        filter.setSourceModel(&model);
        model.setCheckpoints(three(), {});
        filter.setText(QStringLiteral("SKIN"));
        QCOMPARE(filter.rowCount(), 1);
        filter.setText(QStringLiteral("3000"));
        QCOMPARE(filter.rowCount(), 1);
        filter.setText({});
        filter.setRun(1);
        QCOMPARE(filter.rowCount(), 2);
        filter.setRun(0);
        QCOMPARE(filter.rowCount(), 3);
    }

    void stepsSortAsNumbers() {
        CheckpointListModel model;
        CheckpointFilter filter;
        filter.setSourceModel(&model);
        filter.setSortRole(CheckpointListModel::SortRole);
        std::vector<CheckpointInfo> list = three();
        list[0].step = 900;
        list[1].step = 10'000;
        model.setCheckpoints(list, {});
        filter.sort(Column::Step, Qt::DescendingOrder);
        QCOMPARE(filter.index(0, Column::Step).data(CheckpointListModel::SortRole).toLongLong(), 10'000);
        QCOMPARE(filter.index(2, Column::Step).data(CheckpointListModel::SortRole).toLongLong(), 900);
    }
};

QTEST_MAIN(TestCheckpointListModel)
#include "tst_checkpoint_list_model.moc"
