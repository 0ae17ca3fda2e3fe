// Matrices and points of faces as blobs of doubles, and back. For the _table files only.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/image/geometry.h"
#include "core/store/database.h"

namespace visagist {

std::span<const std::uint8_t> bytesOf(std::span<const double> numbers);
std::array<double, 6> numbersOf(const Affine& matrix);
std::vector<double> numbersOf(std::span<const Point> points);

/// Those of a column. Throws Error(Damaged) that names face `id` where it does not hold `count`.
std::vector<double> readNumbers(const Statement& row, int column, std::size_t count, std::int64_t id);
Affine affineOf(const Statement& row, int column, std::int64_t id);
std::vector<Point> pointsOf(const Statement& row, int column);

}  // namespace visagist
