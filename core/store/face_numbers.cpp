#include "core/store/face_numbers.h"

#include <cstring>

#include "core/base/error.h"

namespace visagist {

namespace {

std::vector<double> numbersIn(std::span<const std::uint8_t> bytes) {
    std::vector<double> numbers(bytes.size() / sizeof(double));
    if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(double));
    return numbers;
}

}  // namespace

std::span<const std::uint8_t> bytesOf(std::span<const double> numbers) {
    return {reinterpret_cast<const std::uint8_t*>(numbers.data()), numbers.size_bytes()};
}

std::array<double, 6> numbersOf(const Affine& m) { return {m.xx, m.xy, m.x0, m.yx, m.yy, m.y0}; }

std::vector<double> numbersOf(std::span<const Point> points) {
    std::vector<double> numbers;
    for (const Point& point : points) numbers.insert(numbers.end(), {point.x, point.y});
    return numbers;
}

std::vector<double> readNumbers(const Statement& row, int column, std::size_t count, std::int64_t id) {
    std::vector<double> numbers = numbersIn(row.blob(column));
    if (numbers.size() != count)
        throw Error(ErrorCode::Damaged, VISAGIST_TEXT("The project's record of face %1 is damaged."),
                    {std::to_string(id)});
    return numbers;
}

Affine affineOf(const Statement& row, int column, std::int64_t id) {
    const std::vector<double> m = readNumbers(row, column, 6, id);
    return {m[0], m[1], m[2], m[3], m[4], m[5]};
}

std::vector<Point> pointsOf(const Statement& row, int column) {
    const std::vector<double> numbers = numbersIn(row.blob(column));
    std::vector<Point> points;
    for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) points.push_back({numbers[i], numbers[i + 1]});
    return points;
}

}  // namespace visagist
