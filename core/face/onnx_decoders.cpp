#include "core/face/onnx_decoders.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/path.h"
#include "core/face/suppress.h"

namespace visagist {
namespace {

using Tables = std::vector<const OutputTable*>;

/// A stride's cells, row by row.
struct Grid {
    int stride = 0, columns = 0, rows = 0;
    std::size_t cells() const { return static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows); }
    Point corner(std::size_t cell) const {
        const auto wide = static_cast<std::size_t>(columns);
        return {static_cast<double>(cell % wide) * stride, static_cast<double>(cell / wide) * stride};
    }
};

class Decoder {
public:
    Decoder(const OnnxManifest& manifest, std::span<const OutputTable> outputs, int width, int height)
        : m_manifest(manifest) {
        for (const int stride : manifest.strides)
            m_grids.push_back({stride, (width + stride - 1) / stride, (height + stride - 1) / stride});
        for (const OutputTable& output : outputs) {
            if (output.columns == 1 || output.columns == 2)
                m_scores.push_back(&output);
            else if (output.columns == 4)
                m_boxes.push_back(&output);
            else if (output.columns == 10)
                m_points.push_back(&output);
        }
        // The finest stride has the most rows.
        for (Tables* tables : {&m_scores, &m_boxes, &m_points})
            std::stable_sort(tables->begin(), tables->end(),
                             [](const auto* a, const auto* b) { return a->rows() > b->rows(); });
    }

    std::vector<FoundBox> faces() {
        switch (m_manifest.decoder) {
            case DetectorKind::Yunet:
                decodeYunet();
                break;
            case DetectorKind::Retinaface:
                decodeRetinaface();
                break;
            case DetectorKind::Scrfd:
                decodeScrfd();
                break;
            default:
                throw misfit();
        }
        std::vector<double> scores;
        for (const FoundBox& face : m_faces) scores.push_back(face.score);
        std::vector<FoundBox> kept;
        for (const std::size_t i : highestApart<double>(scores, [&](std::size_t a, std::size_t b) {
                 return intersectionOverUnion(m_faces[a].box, m_faces[b].box) > m_manifest.nmsThreshold;
             }))
            kept.push_back(std::move(m_faces[i]));
        return kept;
    }

private:
    Error misfit() const {
        return {ErrorCode::Damaged,
                VISAGIST_TEXT("The outputs of the network \"%1\" are not those of the decoder that its "
                              "description names, or of its strides and anchors."),
                {utf8FromPath(m_manifest.model)}};
    }
    /// `of` has `count` tables of `columns`; the i-th has the rows of the i-th grid.
    void require(const Tables& of, std::size_t each, int columns, std::size_t anchors) const {
        if (of.size() != each * m_grids.size()) throw misfit();
        for (std::size_t i = 0; i < of.size(); ++i)
            if (of[i]->columns != columns || of[i]->rows() != anchors * m_grids[i / each].cells())
                throw misfit();
    }
    static const float* rowOf(const OutputTable& table, std::size_t row) {
        return table.values.data() + row * static_cast<std::size_t>(table.columns);
    }
    void add(double score, const Rect& box, std::vector<Point> points) {
        const bool finite = std::isfinite(box.x + box.y + box.width + box.height) && std::isfinite(score);
        if (finite && box.width > 0 && box.height > 0) m_faces.push_back({box, score, std::move(points)});
    }
    static std::vector<Point> pointsFrom(const float* numbers, Point origin, double scaleX, double scaleY) {
        std::vector<Point> points;
        for (int k = 0; k < 5; ++k)
            points.push_back({origin.x + static_cast<double>(numbers[2 * k]) * scaleX,
                              origin.y + static_cast<double>(numbers[2 * k + 1]) * scaleY});
        return points;
    }

    void decodeYunet() {
        require(m_scores, 2, 1, 1);
        require(m_boxes, 1, 4, 1);
        require(m_points, 1, 10, 1);
        for (std::size_t g = 0; g < m_grids.size(); ++g) {
            const Grid& grid = m_grids[g];
            for (std::size_t cell = 0; cell < grid.cells(); ++cell) {
                const double face = std::clamp(double(*rowOf(*m_scores[2 * g], cell)), 0.0, 1.0);
                const double object = std::clamp(double(*rowOf(*m_scores[2 * g + 1], cell)), 0.0, 1.0);
                const double score = std::sqrt(face * object);
                if (!(score >= m_manifest.scoreThreshold)) continue;
                const Point corner = grid.corner(cell);
                const float* box = rowOf(*m_boxes[g], cell);
                const double stride = grid.stride, width = std::exp(double(box[2])) * stride,
                             height = std::exp(double(box[3])) * stride;
                add(score,
                    {corner.x + double(box[0]) * stride - width / 2,
                     corner.y + double(box[1]) * stride - height / 2, width, height},
                    pointsFrom(rowOf(*m_points[g], cell), corner, stride, stride));
            }
        }
    }

    void decodeRetinaface() {
        std::size_t anchors = 0;
        for (std::size_t g = 0; g < m_grids.size(); ++g)
            anchors += m_grids[g].cells() * m_manifest.anchorSizes[g].size();
        const auto single = [&](const Tables& of, int columns) -> const OutputTable& {
            if (of.size() != 1 || of[0]->columns != columns || of[0]->rows() != anchors) throw misfit();
            return *of[0];
        };
        const OutputTable &scores = single(m_scores, 2), &boxes = single(m_boxes, 4),
                          &points = single(m_points, 10);
        std::size_t row = 0;
        for (std::size_t g = 0; g < m_grids.size(); ++g) {
            const Grid& grid = m_grids[g];
            for (std::size_t cell = 0; cell < grid.cells(); ++cell) {
                const Point corner = grid.corner(cell);
                const Point middle{corner.x + grid.stride / 2.0, corner.y + grid.stride / 2.0};
                for (const int size : m_manifest.anchorSizes[g]) {
                    addAnchored(double(rowOf(scores, row)[1]), middle, size, rowOf(boxes, row),
                                rowOf(points, row));
                    ++row;
                }
            }
        }
    }

    void addAnchored(double score, Point middle, double size, const float* box, const float* points) {
        if (!(score >= m_manifest.scoreThreshold)) return;
        const double shift = m_manifest.variances[0] * size;
        const double width = size * std::exp(double(box[2]) * m_manifest.variances[1]),
                     height = size * std::exp(double(box[3]) * m_manifest.variances[1]);
        add(score,
            {middle.x + double(box[0]) * shift - width / 2, middle.y + double(box[1]) * shift - height / 2,
             width, height},
            pointsFrom(points, middle, shift, shift));
    }

    void decodeScrfd() {
        const auto anchors = static_cast<std::size_t>(m_manifest.anchorsPerCell);
        require(m_scores, 1, 1, anchors);
        require(m_boxes, 1, 4, anchors);
        const bool hasPoints = !m_points.empty();
        if (hasPoints) require(m_points, 1, 10, anchors);
        for (std::size_t g = 0; g < m_grids.size(); ++g) {
            const double stride = m_grids[g].stride;
            for (std::size_t row = 0; row < anchors * m_grids[g].cells(); ++row) {
                const double score = double(*rowOf(*m_scores[g], row));
                if (!(score >= m_manifest.scoreThreshold)) continue;
                const Point corner = m_grids[g].corner(row / anchors);
                const float* side = rowOf(*m_boxes[g], row);
                const double left = corner.x - double(side[0]) * stride,
                             top = corner.y - double(side[1]) * stride,
                             right = corner.x + double(side[2]) * stride,
                             bottom = corner.y + double(side[3]) * stride;
                add(score, {left, top, right - left, bottom - top},
                    hasPoints ? pointsFrom(rowOf(*m_points[g], row), corner, stride, stride)
                              : std::vector<Point>{});
            }
        }
    }

    const OnnxManifest& m_manifest;
    std::vector<Grid> m_grids;
    Tables m_scores, m_boxes, m_points;
    std::vector<FoundBox> m_faces;
};

}  // namespace

std::vector<FoundBox> decodeOutputs(const OnnxManifest& manifest, std::span<const OutputTable> outputs,
                                    int width, int height) {
    return Decoder(manifest, outputs, width, height).faces();
}

}  // namespace visagist
