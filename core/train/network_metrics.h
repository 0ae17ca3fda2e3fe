// How good a network's faces are: held-back faces are driven, and what comes out is compared with
// photographs.
#pragma once
#include <torch/torch.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/data/aligned_cache.h"
#include "core/metrics/feature_network.h"
#include "core/model/fusion_net.h"

namespace visagist {

struct NetworkMetricsPlan {
    FeatureKind network = FeatureKind::Auto;
    int pictures = 256;  ///< made faces and photographs, of each as many; at most
    std::uint64_t seed = 1;
};

/// Measures networks of one run on its faces. Belongs to one thread at a time.
class NetworkMetrics {
public:
    /// Called between small parts of the work; ends it by throwing.
    using Pace = std::function<void()>;

    /// `cache` outlives it. `folder` is where the features of the photographs are kept from run to run. Work
    /// begins at the first measure(). Throws Error(NotFound | Damaged) where a network that measures is not
    /// there.
    NetworkMetrics(const AlignedCache& cache, int people, const NetworkMetricsPlan& plan,
                   torch::Device device, std::filesystem::path folder);

    /// By name; only what can be measured on these faces:
    /// "distance:KIND", the Fréchet distance (FID where KIND is an Inception) of made faces, swaps and half
    /// mixes in turns, to as many training photographs; "floor:KIND", of these to others of the same number:
    /// what a perfect network would reach; "kernel:KIND", the kernel distance times 1000;
    /// "likeness", mean distance of swaps to their person's mean embedding (dlib: below 0.6 it is that
    /// person), "likeness_photos", the same for held-back photographs; "both_parents", share of half mixes
    /// whose two nearest people are their parents (3 people or more); "nearest_photo", median distance of
    /// half mixes to the nearest training photograph (memorisation where it falls towards 0).
    /// Throws what `pace` throws.
    std::map<std::string, double> measure(FusionNet& net, const Pace& pace);

    /// What the values depend on beside the network: kind, weights, pictures, seed, as JSON. Values of
    /// different ones are not compared.
    std::string basis() const;

private:
    /// A held-back face that drives, and whose face is to come out.
    struct Drive {
        std::size_t face;
        int person;
        bool half;  ///< half of it, and half of the driving face's own person
    };
    void choose();
    FeatureRows photoFeatures(FeatureNetwork& network, const std::vector<std::size_t>& faces,
                              const Pace& pace) const;
    FeatureRows rowsOf(FeatureNetwork& network, const std::vector<Image>& pictures, const Pace& pace) const;
    std::vector<Image> made(FusionNet& net, const Pace& pace) const;
    void look(const Pace& pace);
    void addLikeness(std::map<std::string, double>& to, const FeatureRows& faces) const;

    const AlignedCache& m_cache;
    int m_people;
    NetworkMetricsPlan m_plan;
    torch::Device m_device;
    std::filesystem::path m_folder;
    std::unique_ptr<FeatureNetwork> m_network, m_faceNet;  ///< the second is null where the first is it
    std::vector<Drive> m_drives;
    std::vector<std::size_t> m_photos, m_otherPhotos, m_heldBack;
    bool m_looked = false;
    FeatureRows m_photoRows, m_photoIdentities;
    std::vector<std::vector<double>> m_personMeans;
    std::map<std::string, double> m_constants;
};

}  // namespace visagist
