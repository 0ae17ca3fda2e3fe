#include "ui/models/run_history_model.h"

#include <QLocale>
#include <algorithm>

#include "core/options/recipe.h"
#include "ui/bridge/translate.h"
#include "ui/models/two_line_delegate.h"
#include "ui/models/words.h"

namespace visagist {

namespace {

const char* iconOf(Event::Kind kind) {
    switch (kind) {
        case Event::Kind::Info:
            return "info";
        case Event::Kind::Warning:
            return "warn";
        case Event::Kind::Failure:
            return "error";
        case Event::Kind::Checkpoint:
            return "check";
        case Event::Kind::Rollback:
            return "warn";
    }
    return "info";
}

/// A value as the form shows it.
QString valueText(const OptionInfo& option, const std::string& text) {
    for (const Choice& choice : option.choices) {
        if (text == choice.key) return coreText(choice.label);
    }
    bool number = false;
    const double value = QString::fromStdString(text).toDouble(&number);
    return number ? shortValue(value) : QString::fromStdString(text);
}

}  // namespace

QString RunHistoryModel::changeText(const OptionChange& change, bool withBefore) {
    for (const OptionInfo& option : optionTable()) {
        if (option.key != change.key) continue;
        const QString name = coreText(option.label), after = valueText(option, change.after);
        return withBefore ? tr("%1 %2 → %3").arg(name, valueText(option, change.before), after)
                          : tr("%1 %2").arg(name, after);
    }
    return QString::fromStdString(change.key + " " + change.after);
}

void RunHistoryModel::setHistory(const std::vector<Event>& events, const std::vector<OptionChange>& changes) {
    struct Row {
        std::int64_t time, step;
        QString text, iconName;
        bool warning, failure;
    };
    std::vector<Row> rows;
    for (const Event& event : events) {
        using Kind = Event::Kind;
        rows.push_back(
            {event.time, event.step, translated(event.message), QString::fromLatin1(iconOf(event.kind)),
             event.kind == Kind::Warning || event.kind == Kind::Rollback, event.kind == Kind::Failure});
    }
    for (const OptionChange& change : changes)
        rows.push_back(
            {change.time, change.step, changeText(change, true), QStringLiteral("bolt"), false, false});
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.time > b.time; });
    clear();
    for (const Row& row : rows) {
        auto* item = new QStandardItem(row.text);
        item->setEditable(false);
        item->setData(tr("step %1, %2").arg(stepText(row.step), agoText(row.time)),
                      TwoLineDelegate::SecondLineRole);
        item->setData(row.iconName, TwoLineDelegate::IconRole);
        item->setData(row.warning, TwoLineDelegate::WarningRole);
        item->setData(row.failure, TwoLineDelegate::FailureRole);
        item->setData(static_cast<qlonglong>(row.step), StepRole);
        appendRow(item);
    }
}

QModelIndex RunHistoryModel::rowOfStep(std::int64_t step) const {
    for (int row = 0; row < rowCount(); ++row) {
        if (item(row)->data(StepRole).toLongLong() == step) return index(row, 0);
    }
    return {};
}

std::vector<MetricPlot::Mark> RunHistoryModel::marks(const std::vector<Event>& events,
                                                     const std::vector<OptionChange>& changes) {
    using Kind = MetricPlot::Mark::Kind;
    std::vector<MetricPlot::Mark> marks;
    for (const Event& event : events) {
        if (event.kind == Event::Kind::Checkpoint) marks.push_back({Kind::Checkpoint, event.step, {}});
        if (event.kind == Event::Kind::Rollback)
            marks.push_back({Kind::Rollback, event.step, tr("rolled back")});
    }
    for (const OptionChange& change : changes)
        marks.push_back({Kind::OptionChange, change.step, changeText(change, false)});
    return marks;
}

}  // namespace visagist
