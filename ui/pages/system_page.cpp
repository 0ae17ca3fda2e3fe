#include "ui/pages/system_page.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QFileDialog>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSplitter>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>

#include "core/base/file.h"
#include "core/base/platform.h"
#include "core/store/face_table.h"
#include "core/store/person_table.h"
#include "ui/bridge/translate.h"
#include "ui/models/words.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/log_panel.h"

namespace visagist {

namespace {

constexpr int kMemoryMilliseconds = 2000;

QFrame* separator(QWidget* parent) {
    auto* line = new QFrame(parent);
    setKind(line, "separator");
    return line;
}

/// File names of people have no business in a report.
QString withoutPaths(QString text) {
    static const QRegularExpression path(
        QStringLiteral("(?:[A-Za-z]:)?[/\\\\][^\\n\\t\"']*[/\\\\][^\\s\"':,;]*"));
    return text.replace(path, QStringLiteral("[path]"));
}

}  // namespace

SystemPage::SystemPage(ProjectSession& session, QWidget* parent) : Page(session, parent) {
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(makeMiddle());
    splitter->addWidget(makeRight());
    splitter->setStretchFactor(0, 1);
    splitter->setSizes({1000, size::inspector});
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(splitter);
    connect(&m_reader, &BackgroundJob::finished, this, [this](const JobOutcome& outcome) {
        if (outcome.succeeded())
            m_devices = std::any_cast<DeviceReport>(outcome.result);
        else
            Q_EMIT told(translated(*outcome.error));
        fillDevices();
        Q_EMIT devicesFound();
    });
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (isVisible()) showMemory();
    });
    connect(&m_session, &ProjectSession::projectChanged, this, &SystemPage::showMemory);
    m_timer.start(kMemoryMilliseconds);
    retranslate();
}

QWidget* SystemPage::middle() const { return m_log->view(); }

QWidget* SystemPage::makeMiddle() {
    auto* middle = new QWidget;
    m_devicesHeading = makeLabel("heading", middle);
    m_devicesHeading->setMinimumHeight(size::panelHeader);
    m_devicesHeading->setContentsMargins(size::edge, 0, size::edge, 0);
    m_rows = new QStandardItemModel(0, 4, middle);
    m_table = new QTableView(middle);
    m_table->setModel(m_rows);
    m_table->setShowGrid(false);
    m_table->setSelectionMode(QTableView::NoSelection);
    m_table->setEditTriggers(QTableView::NoEditTriggers);
    m_table->setFocusPolicy(Qt::NoFocus);
    m_table->setWordWrap(true);
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(size::panelHeader);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setSectionsClickable(false);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->setFixedHeight(110);
    m_log = new LogPanel(middle);
    auto* column = new QVBoxLayout(middle);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_devicesHeading);
    column->addWidget(m_table);
    column->addWidget(separator(middle));
    column->addWidget(m_log, 1);
    return middle;
}

QWidget* SystemPage::makeRight() {
    auto* right = new QWidget;
    setKind(right, "panel");
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    const auto section = [&](QLabel*& heading) {
        if (column->count() > 0) column->addWidget(separator(right));
        auto* form = new QFormLayout;
        form->setContentsMargins(size::edge, size::edge, size::edge, size::edge);
        form->setHorizontalSpacing(16);
        form->setVerticalSpacing(size::gap);
        heading = makeLabel("heading", right);
        form->addRow(heading);
        column->addLayout(form);
        return form;
    };
    const auto row = [&](QFormLayout* form, QLabel*& name) {
        name = makeLabel("muted", right);
        auto* value = new QLabel(right);
        value->setWordWrap(true);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        form->addRow(name, value);
        return value;
    };
    QFormLayout* memory = section(m_memoryHeading);
    m_memory = row(memory, m_freeName);
    m_ownMemory = row(memory, m_ownName);
    QFormLayout* drive = section(m_driveHeading);
    m_free = new QLabel(right);
    m_free->setWordWrap(true);
    drive->addRow(m_free);
    QFormLayout* versions = section(m_versionsHeading);
    m_visagist = addVersion(versions, QStringLiteral("Visagist"));
    m_torch = addVersion(versions, QStringLiteral("LibTorch"));
    m_cuda = addVersion(versions, QStringLiteral("CUDA"));
    m_qt = addVersion(versions, QStringLiteral("Qt"));
    m_system = row(versions, m_systemName);
    column->addStretch(1);
    QFormLayout* below = section(m_reportHeading);
    m_reportText = makeLabel("muted", right);
    m_reportText->setWordWrap(true);
    below->addRow(m_reportText);
    m_copy = new QPushButton(icon("copy"), QString(), right);
    m_save = new QPushButton(icon("package"), QString(), right);
    below->addRow(m_copy);
    below->addRow(m_save);
    connect(m_copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(report()); });
    connect(m_save, &QPushButton::clicked, this, &SystemPage::saveReport);
    auto* scroll = new QScrollArea;
    scroll->setWidget(right);
    scroll->setWidgetResizable(true);
    scroll->setMinimumWidth(size::narrowInspector);
    setKind(scroll, "panel");
    m_right = scroll;
    return scroll;
}

QLabel* SystemPage::addVersion(QFormLayout* form, const QString& name) {
    QLabel* label = makeLabel("muted", this);
    label->setText(name);
    auto* value = new QLabel(this);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    form->addRow(label, value);
    return value;
}

void SystemPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    readDevices();
    showMemory();
}

void SystemPage::readDevices() {
    if (m_devices || m_reader.isRunning()) return;
    m_reader.start([](std::stop_token, const BackgroundJob::Report&) -> std::any { return deviceReport(); });
}

void SystemPage::fillDevices() {
    m_rows->removeRows(0, m_rows->rowCount());
    m_rows->setHorizontalHeaderLabels({tr("Device"), tr("Memory"), tr("Used for"), tr("Why")});
    const auto add = [this](const QString& name, const QString& memory, bool used, const QString& work,
                            const QString& why) {
        auto* device = new QStandardItem(name);
        device->setFont(visagist::font(Type::Heading));
        auto* purpose =
            new QStandardItem(used ? icon("check", &Tokens::accent) : icon("close", &Tokens::muted), work);
        auto* reason = new QStandardItem(why);
        reason->setToolTip(why);
        m_rows->appendRow({device, new QStandardItem(memory), purpose, reason});
    };
    const QString memory = bytesText(static_cast<std::int64_t>(totalMemoryBytes()));
    const QString processor = QString::fromStdString(processorName());
    if (!m_devices) {
        add(processor, memory, true, tr("Training, fusing"), tr("Looking for a graphics card…"));
    } else {
        for (const DeviceReport::Gpu& gpu : m_devices->gpus)
            add(QString::fromStdString(gpu.name), bytesText(gpu.memoryBytes), true, tr("Training, fusing"),
                tr("Fastest device found"));
        const QString instructions = QString::fromStdString(m_devices->cpuCapability);
        const QString how = tr("%n thread(s), %1", nullptr, m_devices->cpuThreads).arg(instructions) +
                            (m_devices->cpuHasBf16 ? tr(", bf16 in hardware") : QString());
        add(processor, memory, true,
            m_devices->gpus.empty() ? tr("Training, fusing") : tr("Reading pictures"), how);
        if (m_devices->gpus.empty())
            add(tr("Graphics card"), QString(), false, tr("Not used"), translated(m_devices->whyNoGpu));
        m_torch->setText(QString::fromStdString(m_devices->torchVersion));
        const QString cuda = QString::fromStdString(m_devices->cudaVersion);
        m_cuda->setText(cuda.isEmpty() ? tr("not linked") : cuda);
    }
    m_table->setColumnWidth(0, 260);
    m_table->setColumnWidth(1, 90);
    m_table->setColumnWidth(2, 160);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() +
                            m_rows->rowCount() * size::panelHeader + 2);
}

void SystemPage::showMemory() {
    m_memory->setText(bytesText(static_cast<std::int64_t>(totalMemoryBytes())));
    m_ownMemory->setText(bytesText(static_cast<std::int64_t>(processResidentBytes())));
    if (!m_session.isOpen()) {
        m_free->setText(tr("No project is open."));
        return;
    }
    const auto free = freeDiskBytes(m_session.path());
    m_free->setText(free ? tr("%1 free").arg(bytesText(static_cast<std::int64_t>(*free)))
                         : tr("The free space is not known."));
}

QString SystemPage::report() const {
    QStringList lines{QStringLiteral("Visagist %1, Qt %2")
                          .arg(QCoreApplication::applicationVersion(), QLatin1StringView(qVersion())),
                      QString::fromStdString(systemName()),
                      QStringLiteral("%1, %2").arg(QString::fromStdString(processorName()),
                                                   bytesText(static_cast<std::int64_t>(totalMemoryBytes())))};
    if (m_devices) {
        lines += QStringLiteral("LibTorch %1, CUDA %2, %3, %4 threads")
                     .arg(QString::fromStdString(m_devices->torchVersion),
                          QString::fromStdString(m_devices->cudaVersion),
                          QString::fromStdString(m_devices->cpuCapability))
                     .arg(m_devices->cpuThreads);
        for (const DeviceReport::Gpu& gpu : m_devices->gpus)
            lines +=
                QStringLiteral("%1, %2").arg(QString::fromStdString(gpu.name), bytesText(gpu.memoryBytes));
        if (m_devices->gpus.empty()) lines += QString::fromStdString(m_devices->whyNoGpu.english());
    }
    if (m_session.isOpen()) {
        const std::vector<Person> all = people(m_session.database());
        std::int64_t count = 0;
        for (const Person& person : all) count += person.faces;
        lines += QStringLiteral("Project: %1 people, %2 faces").arg(all.size()).arg(count);
    }
    lines += QString();
    for (const LogLine& line : logLinesAfter(0)) lines += QString::fromStdString(line.text);
    return withoutPaths(lines.join(QLatin1Char('\n'))) + QLatin1Char('\n');
}

void SystemPage::saveReport() {
    const QString name =
        QFileDialog::getSaveFileName(this, tr("Save the report"), QStringLiteral("visagist-report.txt"));
    if (name.isEmpty()) return;
    const QByteArray text = report().toUtf8();
    try {
        writeFileAtomically(toPath(name), {reinterpret_cast<const std::uint8_t*>(text.constData()),
                                           static_cast<std::size_t>(text.size())});
        Q_EMIT told(tr("The report was saved as %1.").arg(name));
    } catch (const Error& error) {
        Q_EMIT told(translated(error));
    }
}

void SystemPage::retranslate() {
    m_devicesHeading->setText(tr("Devices"));
    m_memoryHeading->setText(tr("Memory"));
    m_freeName->setText(tr("Of this machine"));
    m_ownName->setText(tr("Used by Visagist"));
    m_driveHeading->setText(tr("Drive of the project"));
    m_versionsHeading->setText(tr("Versions"));
    m_systemName->setText(tr("System"));
    m_visagist->setText(QCoreApplication::applicationVersion());
    m_qt->setText(QLatin1StringView(qVersion()));
    m_system->setText(QString::fromStdString(systemName()));
    m_reportHeading->setText(tr("Report"));
    m_reportText->setText(tr("Versions, devices and the log, with paths taken out. No pictures."));
    m_copy->setText(tr("Copy the report"));
    m_save->setText(tr("Save the report…"));
    m_table->setAccessibleName(tr("Devices"));
    fillDevices();
    showMemory();
    m_log->retranslate();
}

}  // namespace visagist
