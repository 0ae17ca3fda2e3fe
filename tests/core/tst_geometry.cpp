#include <QTest>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/image/geometry.h"
#include "tests/support/test_data.h"

using namespace visagist;

namespace {

std::vector<Point> pointsOf(const nlohmann::json& list) {
    std::vector<Point> points;
    for (const auto& p : list) points.push_back({p[0], p[1]});
    return points;
}

bool isNear(Point a, Point b, double tolerance) {
    return std::abs(a.x - b.x) < tolerance && std::abs(a.y - b.y) < tolerance;
}

}  // namespace

class TestGeometry : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void similarityEqualsScikitImage() {
        std::ifstream file(test::referenceData() / "image_ops.json");
        const nlohmann::json reference = nlohmann::json::parse(file).at("similarity");
        const auto to = pointsOf(reference.at("template"));
        QCOMPARE(reference.at("cases").size(), std::size_t{4});
        for (const auto& one : reference.at("cases")) {
            const Affine map = similarityFromPoints(pointsOf(one.at("points")), to);
            const auto& m = one.at("matrix_2x3");
            const double got[2][3] = {{map.xx, map.xy, map.x0}, {map.yx, map.yy, map.y0}};
            for (std::size_t r = 0; r < 2; ++r)
                for (std::size_t c = 0; c < 3; ++c)
                    QVERIFY2(std::abs(got[r][c] - m[r][c].get<double>()) < 1e-9,
                             one.at("case").get<std::string>().c_str());
        }
    }

    void similarityOfMirroredPointsStaysARotation() {
        const std::vector<Point> from{{0, 0}, {10, 0}, {0, 5}}, to{{0, 0}, {-10, 0}, {0, 5}};
        QVERIFY(similarityFromPoints(from, to).determinant() > 0);
    }

    void thenAppliesTheFirstMapFirst() {
        const Affine scale = Affine::scaling(2, 3), shift{1, 0, 10, 0, 1, 20};
        QVERIFY(isNear(scale.then(shift).map({1, 1}), {12, 23}, 1e-12));
        QVERIFY(isNear(shift.then(scale).map({1, 1}), {22, 63}, 1e-12));
    }

    void inverseUndoesTheMap() {
        const Affine map{1.5, -0.4, 12, 0.3, 0.8, -7};
        QVERIFY(isNear(map.inverse().map(map.map({3.25, -8})), {3.25, -8}, 1e-12));
    }

    void degenerateInputIsRefused() {
        QVERIFY_EXCEPTION_THROWN((Affine{1, 2, 0, 2, 4, 0}.inverse()), Error);
        const std::vector<Point> same{{4, 4}, {4, 4}}, one{{1, 1}}, two{{0, 0}, {1, 1}};
        QVERIFY_EXCEPTION_THROWN(similarityFromPoints(same, two), Error);
        QVERIFY_EXCEPTION_THROWN(similarityFromPoints(one, one), Error);
        QVERIFY_EXCEPTION_THROWN(similarityFromPoints(one, two), Error);
    }
};

QTEST_GUILESS_MAIN(TestGeometry)
#include "tst_geometry.moc"
