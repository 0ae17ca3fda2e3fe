#include "core/train/network_metrics.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/base/sha256.h"
#include "core/data/seeded_random.h"
#include "core/metrics/feature_store.h"
#include "core/metrics/frechet_distance.h"
#include "core/metrics/kernel_distance.h"
#include "core/model/pixels.h"
#include "core/train/samples.h"
#include "core/train/train_step.h"

namespace visagist {

namespace {

constexpr std::size_t kFacesAtOnce = 16;

Image photo(const AlignedCache& cache, std::size_t index) {
    const int side = cache.resolution();
    Image picture(side, side, 3);
    const std::uint8_t* from = cache.pixels(index);
    for (std::size_t i = 0; i < picture.byteCount() / 3; ++i)
        std::memcpy(picture.data() + 3 * i, from + AlignedCache::kChannels * i, 3);
    return picture;
}

/// Faces of a split, in an order of their own that the seed names.
std::vector<std::size_t> shuffledFaces(const AlignedCache& cache, Split split, std::uint64_t seed) {
    std::vector<std::size_t> all, shuffled;
    for (std::size_t i = 0; i < cache.size(); ++i)
        if (cache.face(i).split == split) all.push_back(i);
    shuffled.resize(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) shuffled[shuffledPlace(i, all.size(), seed)] = all[i];
    return shuffled;
}

std::span<const double> row(const FeatureRows& rows, std::size_t index) {
    const auto width = static_cast<std::size_t>(rows.dimensions);
    return std::span(rows.values).subspan(index * width, width);
}

double apart(std::span<const double> a, std::span<const double> b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return std::sqrt(sum);
}

double mean(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace

NetworkMetrics::NetworkMetrics(const AlignedCache& cache, int people, const NetworkMetricsPlan& plan,
                               torch::Device device, std::filesystem::path folder)
    : m_cache(cache), m_people(people), m_plan(plan), m_device(device), m_folder(std::move(folder)) {
    const Device on = device.is_cpu() ? Device::Cpu : Device::Cuda;
    m_network = loadFeatureNetwork(plan.network, on);
    if (m_network->kind() != FeatureKind::FaceNet) m_faceNet = loadFeatureNetwork(FeatureKind::FaceNet, on);
    choose();
}

void NetworkMetrics::choose() {
    std::vector<std::size_t> training = shuffledFaces(m_cache, Split::Train, mixedSeed(m_plan.seed, 1));
    m_heldBack = shuffledFaces(m_cache, Split::Validation, mixedSeed(m_plan.seed, 2));
    if (m_heldBack.empty()) m_heldBack = training;
    const std::size_t others = static_cast<std::size_t>(std::max(1, m_people - 1));
    const std::size_t count = std::min(
        {static_cast<std::size_t>(m_plan.pictures), m_heldBack.size() * others, training.size() / 2});
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t face = m_heldBack[i % m_heldBack.size()], turn = i / m_heldBack.size();
        const int person = (m_cache.personIndex(face) + 1 + static_cast<int>(turn)) % m_people;
        m_drives.push_back({face, person, i % 2 == 1});
    }
    m_photos.assign(training.begin(), training.begin() + static_cast<std::ptrdiff_t>(count));
    m_otherPhotos.assign(training.begin() + static_cast<std::ptrdiff_t>(count),
                         training.begin() + static_cast<std::ptrdiff_t>(2 * count));
    m_heldBack.resize(std::min(m_heldBack.size(), count));
}

std::string NetworkMetrics::basis() const {
    return nlohmann::json{{"network", m_network->identity()},
                          {"pictures", m_photos.size()},
                          {"faces", "swaps and half mixes of held-back faces"},
                          {"seed", m_plan.seed}}
        .dump();
}

FeatureRows NetworkMetrics::rowsOf(FeatureNetwork& network, const std::vector<Image>& pictures,
                                   const Pace& pace) const {
    FeatureRows rows{network.dimensions(), {}};
    for (std::size_t first = 0; first < pictures.size(); first += kFacesAtOnce) {
        const std::span part =
            std::span(pictures).subspan(first, std::min(kFacesAtOnce, pictures.size() - first));
        const FeatureRows found = network.features(part);
        rows.values.insert(rows.values.end(), found.values.begin(), found.values.end());
        pace();
    }
    return rows;
}

FeatureRows NetworkMetrics::photoFeatures(FeatureNetwork& network, const std::vector<std::size_t>& faces,
                                          const Pace& pace) const {
    std::vector<Image> photos;
    Sha256 hash;
    for (const std::size_t face : faces) {
        photos.push_back(photo(m_cache, face));
        hash.add(std::span(photos.back().data(), photos.back().byteCount()));
    }
    return storedFeatures(m_folder, network.identity() + " " + hash.hex(),
                          [&] { return rowsOf(network, photos, pace); });
}

std::vector<Image> NetworkMetrics::made(FusionNet& net, const Pace& pace) const {
    std::vector<Image> pictures;
    const int side = m_cache.resolution();
    for (std::size_t first = 0; first < m_drives.size(); first += kFacesAtOnce) {
        const torch::NoGradGuard noGrad;
        const std::span part =
            std::span(m_drives).subspan(first, std::min(kFacesAtOnce, m_drives.size() - first));
        std::vector<std::size_t> faces;
        std::vector<std::int64_t> people;
        std::vector<float> shares;
        for (const Drive& drive : part) {
            faces.push_back(drive.face);
            people.push_back(drive.person);
            shares.push_back(drive.half ? 0.5f : 1.0f);
        }
        const Batch plain = plainBatch(m_cache, faces);
        const DeviceBatch batch(plain, m_device);
        const torch::Tensor other = oneHotWeights(torch::tensor(people).to(m_device), m_people);
        const torch::Tensor own = oneHotWeights(batch.person, m_people);
        const torch::Tensor share = torch::tensor(shares).to(m_device).view({-1, 1, 1});
        const torch::Tensor bytes = interleavedBytes(
            colourValues(net->decode(net->encode(batch.input), own * (1 - share) + other * share).face));
        for (std::size_t i = 0; i < part.size(); ++i) {
            Image picture(side, side, 3);
            std::copy_n(bytes.const_data_ptr<std::uint8_t>() + i * picture.byteCount(), picture.byteCount(),
                        picture.data());
            pictures.push_back(std::move(picture));
        }
        pace();
    }
    return pictures;
}

void NetworkMetrics::look(const Pace& pace) {
    if (m_looked) return;
    FeatureNetwork& faceNet = m_faceNet ? *m_faceNet : *m_network;
    m_photoRows = photoFeatures(*m_network, m_photos, pace);
    const FeatureRows others = photoFeatures(*m_network, m_otherPhotos, pace);
    m_constants["floor:" + featureKindKey(m_network->kind())] = frechetDistance(m_photoRows, others);
    std::vector<std::size_t> both = m_photos;
    both.insert(both.end(), m_otherPhotos.begin(), m_otherPhotos.end());
    m_photoIdentities = photoFeatures(faceNet, both, pace);
    m_personMeans.assign(static_cast<std::size_t>(m_people), {});
    for (int person = 0; person < m_people; ++person) {
        std::vector<double>& sum = m_personMeans[static_cast<std::size_t>(person)];
        double count = 0;
        for (std::size_t i = 0; i < both.size(); ++i) {
            if (m_cache.personIndex(both[i]) != person) continue;
            const auto values = row(m_photoIdentities, i);
            sum.resize(values.size());
            std::ranges::transform(sum, values, sum.begin(), std::plus{});
            ++count;
        }
        for (double& value : sum) value /= count;
    }
    const FeatureRows heldBack = photoFeatures(faceNet, m_heldBack, pace);
    std::vector<double> distances;
    for (std::size_t i = 0; i < m_heldBack.size(); ++i) {
        const auto& wanted = m_personMeans[static_cast<std::size_t>(m_cache.personIndex(m_heldBack[i]))];
        if (!wanted.empty()) distances.push_back(apart(row(heldBack, i), wanted));
    }
    if (!distances.empty()) m_constants["likeness_photos"] = mean(distances);
    m_looked = true;
}

void NetworkMetrics::addLikeness(std::map<std::string, double>& to, const FeatureRows& faces) const {
    std::vector<double> swaps, nearest;
    double both = 0, mixes = 0;
    for (std::size_t i = 0; i < m_drives.size(); ++i) {
        const Drive& drive = m_drives[i];
        const int own = m_cache.personIndex(drive.face);
        std::vector<std::pair<double, int>> people;
        for (int person = 0; person < m_people; ++person) {
            const auto& wanted = m_personMeans[static_cast<std::size_t>(person)];
            if (!wanted.empty()) people.emplace_back(apart(row(faces, i), wanted), person);
        }
        const auto ofPerson = std::ranges::find(people, drive.person, &std::pair<double, int>::second);
        if (ofPerson == people.end()) continue;
        if (!drive.half) {
            swaps.push_back(ofPerson->first);
            continue;
        }
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t k = 0; k < static_cast<std::size_t>(m_photoIdentities.count()); ++k)
            least = std::min(least, apart(row(faces, i), row(m_photoIdentities, k)));
        nearest.push_back(least);
        if (people.size() < 3 || own == drive.person) continue;
        std::ranges::sort(people);
        const std::array two{people[0].second, people[1].second};
        both += std::ranges::count(two, own) == 1 && std::ranges::count(two, drive.person) == 1;
        ++mixes;
    }
    if (!swaps.empty()) to["likeness"] = mean(swaps);
    if (!nearest.empty()) to["nearest_photo"] = median(nearest);
    if (mixes > 0) to["both_parents"] = both / mixes;
}

std::map<std::string, double> NetworkMetrics::measure(FusionNet& net, const Pace& pace) {
    if (m_drives.size() < 2) return {};
    look(pace);
    std::map<std::string, double> values = m_constants;
    const std::vector<Image> pictures = made(net, pace);
    const FeatureRows rows = rowsOf(*m_network, pictures, pace);
    const std::string kind = featureKindKey(m_network->kind());
    values["distance:" + kind] = frechetDistance(rows, m_photoRows);
    pace();
    values["kernel:" + kind] = 1000 * kernelDistance(rows, m_photoRows, {.seed = m_plan.seed}).mean;
    pace();
    addLikeness(values, m_faceNet ? rowsOf(*m_faceNet, pictures, pace) : rows);
    return values;
}

}  // namespace visagist
