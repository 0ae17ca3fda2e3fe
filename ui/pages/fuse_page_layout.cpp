#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSlider>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/bridge/translate.h"
#include "ui/models/face_list_model.h"
#include "ui/models/thumb_delegate.h"
#include "ui/pages/fuse_page.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/fusion_mixer.h"
#include "ui/widgets/image_view.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/number_edit.h"

namespace visagist {

namespace {

constexpr int kThumb = 62;  // three in a row

}  // namespace

FusePage::FusePage(ProjectSession& session, QWidget* parent, FusionSession::OpenFuser open)
    : Page(session, parent),
      m_fusion(nullptr, std::move(open)),
      m_openAction(new QAction(this)),
      m_exportAction(new QAction(this)),
      m_newestAction(new QAction(this)),
      m_splitter(new QSplitter(Qt::Horizontal)) {
    setAcceptDrops(true);
    m_openAction->setIcon(icon("image"));
    m_newestAction->setIcon(icon("restore"));
    addActions({m_openAction, m_exportAction, m_newestAction});
    m_left = makeLeft();
    m_inspector = makeInspector();
    m_splitter->setHandleWidth(1);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_left);
    m_splitter->addWidget(makeMiddle());
    m_splitter->addWidget(m_inspector);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({size::leftPanel, 800, size::inspector});
    m_left->setMinimumWidth(180);
    m_inspector->setMinimumWidth(size::narrowInspector);
    auto* all = new QHBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_splitter);
    connectParts();
    retranslate();
    projectChanged();
}

QWidget* FusePage::makeLeft() {
    auto* panel = new QWidget;
    setKind(panel, "panel");
    panel->setAttribute(Qt::WA_StyledBackground);
    m_driverTitle = makeLabel("heading");
    m_driverTitle->setMinimumHeight(size::panelHeader - 8);
    m_openButton = makeActionButton(m_openAction);
    m_aligned = new QCheckBox;
    m_whichFace = new QComboBox;
    m_whichFace->hide();
    m_facesTitle = makeLabel("heading");
    m_noFaces = makeLabel("muted");
    m_noFaces->setWordWrap(true);
    m_faces = new FaceListModel(this);
    m_faces->setFilter({.person = {}, .withExcluded = false});
    m_faceList = new QListView;
    m_faceList->setModel(m_faces);
    m_faceList->setViewMode(QListView::IconMode);
    m_faceList->setMovement(QListView::Static);
    m_faceList->setResizeMode(QListView::Adjust);
    m_faceList->setUniformItemSizes(true);
    m_faceList->setLayoutMode(QListView::Batched);
    m_faceList->setItemDelegate(new ThumbDelegate(kThumb, m_faceList));
    m_faceList->setMouseTracking(true);
    m_faceList->setSpacing(0);
    m_faces->thumbnails().setSide(static_cast<int>(kThumb * devicePixelRatioF()));
    m_faceList->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    auto* rule = new QFrame;
    setKind(rule, "separator");
    auto* head = new QVBoxLayout;
    head->setContentsMargins(size::edge, 4, size::edge, size::gap);
    head->setSpacing(size::gap);
    for (QWidget* part : {static_cast<QWidget*>(m_driverTitle), static_cast<QWidget*>(m_openButton),
                          static_cast<QWidget*>(m_aligned), static_cast<QWidget*>(m_whichFace)}) {
        head->addWidget(part);
    }
    auto* strip = new QVBoxLayout;
    strip->setContentsMargins(size::edge, size::gap, 4, 4);
    strip->addWidget(m_facesTitle);
    strip->addWidget(m_noFaces);
    strip->addWidget(m_faceList, 1);
    strip->addStretch(0);
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(rule);
    column->addLayout(strip, 1);
    return panel;
}

QWidget* FusePage::makeMiddle() {
    m_notice = new NoticeBar;
    m_split = new QToolButton;
    m_split->setIcon(icon("split"));
    m_split->setCheckable(true);
    m_split->setChecked(true);
    m_shown = new QComboBox;
    m_shown->addItems({QString(), QString()});
    m_zoom = new QComboBox;
    m_zoom->addItems({QString(), QString()});
    m_info = new QLabel;
    m_info->setTextFormat(Qt::RichText);
    m_busy = new QProgressBar;
    m_busy->setRange(0, 0);
    m_busy->setTextVisible(false);
    m_busy->setFixedWidth(80);
    m_view = new ImageView;
    auto* newest = new QToolButton;
    newest->setDefaultAction(m_newestAction);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(size::gap, 8, size::edge, 8);
    bar->setSpacing(size::gap);
    for (QWidget* part :
         {static_cast<QWidget*>(m_split), static_cast<QWidget*>(m_shown), static_cast<QWidget*>(m_zoom)})
        bar->addWidget(part);
    bar->addStretch(1);
    bar->addWidget(m_busy);
    bar->addWidget(m_info);
    bar->addWidget(newest);
    auto* panel = new QWidget;
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(bar);
    column->addWidget(m_notice);
    column->addWidget(m_view, 1);
    return panel;
}

FusePage::Amount FusePage::makeAmount(double most, double value) {
    Amount amount{.label = new QLabel, .slider = new QSlider(Qt::Horizontal), .number = new NumberEdit};
    amount.slider->setRange(0, static_cast<int>(most));
    amount.slider->setValue(static_cast<int>(value));
    amount.number->setRange(0, most);
    amount.number->setStep(1);
    amount.number->setDecimals(0);
    amount.number->setUnit(QStringLiteral("%"));
    amount.number->setValue(value);
    amount.number->setFixedWidth(72);
    connect(amount.slider, &QSlider::valueChanged, this, [this, number = amount.number](int now) {
        number->setValue(now);
        askForFusion();
    });
    connect(amount.number, &NumberEdit::valueChanged, this, [this, slider = amount.slider](double now) {
        const QSignalBlocker quiet(slider);
        slider->setValue(static_cast<int>(now));
        askForFusion();
    });
    return amount;
}

QWidget* FusePage::makeInspector() {
    auto* inside = new QWidget;
    setKind(inside, "panel");
    m_mixer = new FusionMixer;
    m_mergeTitle = makeLabel("heading");
    const MergeOptions normal;
    m_strength = makeAmount(100, normal.strength * 100);
    m_feather = makeAmount(30, normal.feather * 100);
    auto* merge = new QGridLayout;
    merge->setContentsMargins(size::edge, size::gap, size::edge, size::gap);
    merge->setHorizontalSpacing(size::gap);
    merge->setVerticalSpacing(6);
    merge->addWidget(m_mergeTitle, 0, 0, 1, 3);
    int line = 1;
    for (const Amount& amount : {m_strength, m_feather}) {
        merge->addWidget(amount.label, line, 0);
        merge->addWidget(amount.slider, line, 1);
        merge->addWidget(amount.number, line, 2);
        ++line;
    }
    merge->setColumnStretch(1, 1);
    auto* upper = new QVBoxLayout(inside);
    upper->setContentsMargins(0, 0, 0, 0);
    upper->setSpacing(0);
    upper->addWidget(m_mixer);
    auto* rule = new QFrame;
    setKind(rule, "separator");
    upper->addWidget(rule);
    upper->addLayout(merge);
    upper->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setKind(scroll, "panel");
    scroll->setWidget(inside);

    m_exportTitle = makeLabel("heading");
    m_exportText = makeLabel("mutedsmall");
    m_exportText->setWordWrap(true);
    m_exportButton = new QPushButton;
    setKind(m_exportButton, "primary");
    auto* foot = new QVBoxLayout;
    foot->setContentsMargins(size::edge, size::gap, size::edge, size::edge);
    foot->setSpacing(size::gap);
    foot->addWidget(m_exportTitle);
    foot->addWidget(m_exportText);
    foot->addWidget(m_exportButton);
    auto* footRule = new QFrame;
    setKind(footRule, "separator");
    auto* panel = new QWidget;
    setKind(panel, "panel");
    panel->setAttribute(Qt::WA_StyledBackground);
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(scroll, 1);
    column->addWidget(footRule);
    column->addLayout(foot);
    return panel;
}

void FusePage::connectParts() {
    connect(&m_session, &ProjectSession::projectChanged, this, [this] {
        m_faces->thumbnails().setProject(m_session.path());
        projectChanged();
    });
    m_faces->thumbnails().setProject(m_session.path());
    connect(&m_session, &ProjectSession::facesChanged, this, &FusePage::reloadFaces);
    connect(&m_fusion, &FusionSession::opened, this, &FusePage::opened);
    connect(&m_fusion, &FusionSession::fused, this, &FusePage::fused);
    connect(&m_fusion, &FusionSession::openingChanged, this, [this](bool opening) {
        m_opening = opening;
        refresh();
    });
    connect(&m_fusion, &FusionSession::failed, this, [this](const Message& message) {
        if (m_fusion.info())
            m_notice->tell(translated(message), true);
        else
            m_openError = translated(message);
        refresh();
    });
    connect(m_mixer, &FusionMixer::weightsChanged, this, &FusePage::askForFusion);
    connect(m_openAction, &QAction::triggered, this, [this] {
        const QString file = QFileDialog::getOpenFileName(
            this, tr("Open a picture"), {},
            tr("Pictures (*.png *.jpg *.jpeg *.webp *.tif *.tiff *.bmp);;All files (*)"));
        if (!file.isEmpty()) openPicture(file);
    });
    connect(m_newestAction, &QAction::triggered, this, [this] { useCheckpoint({}); });
    connect(m_exportAction, &QAction::triggered, this, &FusePage::chooseExportFile);
    connect(m_exportButton, &QPushButton::clicked, this, &FusePage::chooseExportFile);
    connect(m_whichFace, &QComboBox::currentIndexChanged, this, &FusePage::useDriverFace);
    connect(m_faceList->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& now) {
                if (now.isValid() && m_faceList->hasFocus()) chooseFace(m_faces->face(now).id);
            });
    connect(m_faceList, &QListView::clicked, this, [this](const QModelIndex& now) {
        if (!m_faceList->hasFocus()) chooseFace(m_faces->face(now).id);
    });
    connect(m_split, &QToolButton::toggled, this, [this](bool on) { m_view->setSplit(on); });
    connect(m_shown, &QComboBox::currentIndexChanged, this, [this] {
        m_seen = m_view->zoom() == ImageView::Zoom::Pixels;
        showResult();
    });
    connect(m_zoom, &QComboBox::currentIndexChanged, this, [this](int zoom) {
        m_view->setZoom(zoom == 0 ? ImageView::Zoom::Fit : ImageView::Zoom::Pixels);
    });
    connect(m_view, &ImageView::zoomChanged, this, [this](ImageView::Zoom zoom) {
        m_zoom->setCurrentIndex(zoom == ImageView::Zoom::Fit ? 0 : 1);
        if (zoom == ImageView::Zoom::Pixels && !m_result.face.isNull()) m_seen = true;
        refresh();
    });
}

void FusePage::retranslate() {
    m_openAction->setText(tr("Open a picture…"));
    m_openAction->setToolTip(tr("A picture with a face that drives the fusion"));
    m_newestAction->setText(tr("Load the newest checkpoint"));
    m_newestAction->setToolTip(tr("Load the newest checkpoint"));
    m_exportAction->setText(tr("Export PNG…"));
    m_driverTitle->setText(tr("Driver"));
    m_aligned->setText(tr("It is an aligned face"));
    m_aligned->setToolTip(tr("The picture shows one face, already cut and aligned: no detector is needed"));
    m_whichFace->setAccessibleName(tr("Which face of the picture"));
    m_facesTitle->setText(tr("Faces of the project"));
    m_noFaces->setText(tr("No faces yet. Import some in Faces."));
    m_faceList->setAccessibleName(tr("Faces of the project"));
    m_split->setToolTip(tr("Before and after, with a line to drag"));
    m_split->setAccessibleName(tr("Before and after"));
    m_shown->setItemText(0, tr("Photo"));
    m_shown->setItemText(1, tr("Aligned face"));
    m_shown->setAccessibleName(tr("What is shown and exported"));
    m_zoom->setItemText(0, tr("Fit"));
    m_zoom->setItemText(1, tr("100 %"));
    m_zoom->setAccessibleName(tr("Zoom"));
    m_view->setLabels(tr("Before"), tr("After"));
    m_view->setAccessibleName(tr("Preview"));
    m_mergeTitle->setText(tr("Merge into the picture"));
    m_strength.label->setText(tr("Strength"));
    m_feather.label->setText(tr("Feather"));
    for (const Amount& amount : {m_strength, m_feather}) {
        amount.slider->setAccessibleName(amount.label->text());
        amount.number->setAccessibleName(amount.label->text());
    }
    m_exportTitle->setText(tr("Export"));
    m_exportButton->setText(tr("Export PNG…"));
    m_notice->retranslate();
    m_mixer->retranslate();
    refresh();
}

}  // namespace visagist
