// The door between Python and the sampler: flat arrays in, flat arrays out, no Python in the loop.
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <mutex>
#include <tuple>

#include "arrays.hpp"
#include "need.hpp"
#include "sampler.hpp"
#include "training.hpp"

using namespace nanobind::literals;

namespace symplex {
namespace {

using Matrix = Table<float>;
using Row = Vector<float>;
using LinearArrays = std::tuple<Matrix, Row>;
// Query, keys and values, merge, widen, narrow; and a key for each relation.
using LayerArrays = std::tuple<LinearArrays, LinearArrays, LinearArrays, LinearArrays, LinearArrays,
                               Row>;
using Facts = Table<std::uint8_t>;

Linear linear_of(const LinearArrays& arrays, std::size_t in, std::size_t out) {
  const auto& [weights, bias] = arrays;
  need(weights.shape(0) == out && weights.shape(1) == in && bias.shape(0) == out,
       "a layer's weights have another size than the network");
  return Linear(weights.data(), bias.data(), in, out);
}

std::vector<float> table_of(const Matrix& table, std::size_t rows, std::size_t width) {
  need(table.shape(0) == rows && table.shape(1) == width,
       "an embedding has another size than the network");
  return {table.data(), table.data() + rows * width};
}

Network network_of(const Matrix& token, const Matrix& parent, const Matrix& sibling,
                   const Matrix& depth, const Matrix& position, const Row& hole,
                   const std::vector<LayerArrays>& layers, const LinearArrays& output) {
  Network net;
  net.vocabulary = token.shape(0);
  net.width = token.shape(1);
  net.depths = depth.shape(0);
  net.places = position.shape(0);
  std::size_t width = net.width, head = width / HEADS;
  need(net.vocabulary > 0 && net.vocabulary < 256, "a vocabulary must hold 1 to 255 tokens");
  need(width % PANEL == 0 && (head == 4 || head == 8 || head == 16) && net.depths > 0,
       "the network has a width that the sampler cannot take");
  net.token = table_of(token, net.vocabulary, width);
  net.parent = table_of(parent, net.vocabulary + 1, width);
  net.sibling = table_of(sibling, net.vocabulary + 1, width);
  net.depth = table_of(depth, net.depths, width);
  net.position = table_of(position, net.places, width);
  net.hole = copy_of(hole);
  need(net.hole.size() == width, "an embedding has another size than the network");
  for (const auto& [query, key_value, merge, widen, narrow, relation] : layers) {
    net.hidden = std::get<0>(widen).shape(0);
    need(net.hidden > 0 && net.hidden % PANEL == 0, "the hidden layer must fill whole vectors");
    net.layers.push_back({linear_of(query, width, width), linear_of(key_value, width, 2 * width),
                          linear_of(merge, width, width), linear_of(widen, width, net.hidden),
                          linear_of(narrow, net.hidden, width), copy_of(relation)});
    need(relation.shape(0) == RELATIONS * width, "there must be a key for each relation");
  }
  for (const Layer& layer : net.layers)
    need(layer.widen.outputs() == net.hidden, "all hidden layers must have one size");
  net.output = linear_of(output, width, net.vocabulary);
  return net;
}

std::vector<TokenSet> sets_of(const Facts& rows) {
  std::vector<TokenSet> found(rows.shape(0));
  for (std::size_t r = 0; r < rows.shape(0); ++r)
    for (std::size_t id = 0; id < rows.shape(1); ++id)
      found[r].set(id, rows.data()[r * rows.shape(1) + id]);
  return found;
}

// `facts` has a row for each of the six facts of a token, in the order of `Tokens`.
Tokens tokens_of(const Facts& facts, const Facts& under, const Facts& fits, int max_depth,
                 int max_length, int max_constants) {
  need(facts.shape(0) == 6 && facts.shape(1) > 1 && facts.shape(1) <= 256,
       "there must be six facts of every token");
  std::size_t n = facts.shape(1);
  auto row = [&](std::size_t r) {
    return std::vector<std::uint8_t>(facts.data() + r * n, facts.data() + (r + 1) * n);
  };
  Tokens found{row(0), row(1), row(2), row(3), row(4), row(5), sets_of(under), sets_of(fits)};
  found.size = n - 1;
  found.most = *std::max_element(found.arity.begin(), found.arity.end());
  found.max_depth = max_depth;
  found.max_length = max_length;
  found.max_constants = max_constants;
  need(under.shape(0) == 4 * n && under.shape(1) == n - 1, "a row for each place below a token");
  need(fits.shape(0) == 2 * std::size_t(found.most + 1) && fits.shape(1) == n - 1,
       "a row for each number of arguments that fit");
  need(max_length >= 1 && std::size_t(max_length) <= MAX_LENGTH && max_depth >= 0 &&
           max_constants >= 0 && std::size_t(found.most) <= MAX_ARITY,
       "the grammar is larger than the sampler can take");
  for (std::size_t id = 0; id + 1 < n; ++id)
    need(!found.cancelling[id] || found.arity[id] == 2, "what cancels must take two arguments");
  return found;
}

using Bytes = nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>>;
using Lengths = nb::ndarray<nb::numpy, std::int64_t, nb::ndim<1>>;
using Numbers = nb::ndarray<nb::numpy, double, nb::ndim<1>>;

class SharedSampler {
 public:
  // Tokens of all trees one after the other, their lengths (0 where none was found), their
  // log-probabilities, the sums of their entropies, and how many were thrown away.
  std::tuple<Bytes, Lengths, Numbers, Numbers, std::size_t> sample(
      const Network& network, const Tokens& tokens, std::size_t count, std::uint64_t seed,
      std::size_t attempts, std::size_t threads) {
    need(network.vocabulary == tokens.size, "network and grammar must share one vocabulary");
    need(std::size_t(tokens.max_length) <= network.places, "the network knows too few positions");
    need(count < MAX_COUNT && threads <= MAX_THREADS, "too many trees or threads in one call");
    std::vector<std::uint8_t> joined;
    std::vector<std::int64_t> lengths;
    Drawn drawn(0, 0);
    {
      nb::gil_scoped_release released;
      std::lock_guard<std::mutex> lock(mutex_);
      drawn = sampler_.sample(network, tokens, count, seed, attempts, threads);
      lengths.assign(drawn.lengths.begin(), drawn.lengths.end());
      for (std::size_t i = 0; i < count; ++i) {
        auto begin = drawn.tokens.begin() + std::ptrdiff_t(i * drawn.capacity);
        joined.insert(joined.end(), begin, begin + lengths[i]);
      }
    }
    return {to_numpy(std::move(joined)), to_numpy(std::move(lengths)),
            to_numpy(std::move(drawn.log_probs)), to_numpy(std::move(drawn.entropies)),
            drawn.rejected};
  }

 private:
  static constexpr std::size_t MAX_COUNT = std::size_t(1) << 24, MAX_THREADS = 1024;
  std::mutex mutex_;
  Sampler sampler_;
};

// Whole trees that were scored; asked once for the gradient, if at all.
class ScoredTrees {
 public:
  ScoredTrees(const Network& network, const Tokens& tokens, const Vector<std::uint8_t>& ids,
              const Vector<std::int64_t>& offsets, std::size_t threads)
      : training_(made(network, tokens, ids, offsets, threads)) {}

  Numbers log_probs() const { return to_numpy(std::vector<double>(training_.log_probs)); }
  Numbers entropies() const { return to_numpy(std::vector<double>(training_.entropies)); }
  Lengths depths() const {
    std::vector<std::int64_t> found;
    for (std::size_t t = 0; t < training_.size(); ++t) found.push_back(training_.depth(t));
    return to_numpy(std::move(found));
  }

  std::vector<nb::ndarray<nb::numpy, float, nb::ndim<1>>> gradient(
      const Vector<double>& of_log_probs, const Vector<double>& of_entropies) {
    need(of_log_probs.shape(0) == training_.size() && of_entropies.shape(0) == training_.size(),
         "there must be an error for each tree");
    std::vector<Floats> found;
    {
      nb::gil_scoped_release released;
      std::lock_guard<std::mutex> lock(mutex_);
      found = training_.backward(of_log_probs.data(), of_entropies.data());
    }
    std::vector<nb::ndarray<nb::numpy, float, nb::ndim<1>>> arrays;
    for (Floats& one : found) arrays.push_back(to_numpy(std::move(one)));
    return arrays;
  }

 private:
  std::mutex mutex_;
  Training training_;

  static Training made(const Network& network, const Tokens& tokens,
                       const Vector<std::uint8_t>& ids, const Vector<std::int64_t>& offsets,
                       std::size_t threads) {
    need(network.vocabulary == tokens.size, "network and grammar must share one vocabulary");
    need(network.places >= MAX_LENGTH, "the network knows too few positions");
    std::vector<std::int64_t> cuts = copy_of(offsets);
    std::vector<std::uint8_t> held = copy_of(ids);
    need(!cuts.empty() && cuts.front() == 0 && std::size_t(cuts.back()) == held.size() &&
             std::is_sorted(cuts.begin(), cuts.end()),
         "offsets must cut the tokens into consecutive pieces");
    nb::gil_scoped_release released;
    return Training(network, Trie(tokens, held.data(), cuts.data(), cuts.size() - 1), threads);
  }
};

}  // namespace
}  // namespace symplex

NB_MODULE(_sampler, module) {
  using namespace symplex;
#if defined(__AVX512F__)
  // An installation that was moved to a lesser machine must fall back, not crash.
  if (!__builtin_cpu_supports("avx512f"))
    throw nb::import_error("the sampler was built for a machine with AVX-512; install again here");
#elif defined(__AVX2__)
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
    throw nb::import_error("the sampler was built for a machine with AVX2 and FMA; install again here");
#endif
  module.doc() = "The compiled sampler of symplex.propose.policy: see that package for how to use it.";
  module.attr("MAX_LENGTH") = MAX_LENGTH;
  module.attr("MAX_ARITY") = MAX_ARITY;
  module.attr("HEADS") = HEADS;
  module.attr("PANEL") = PANEL;
  nb::class_<Network>(module, "Network")
      .def(nb::new_(&network_of), nb::kw_only(), "token"_a, "parent"_a, "sibling"_a, "depth"_a,
           "position"_a, "hole"_a, "layers"_a, "output"_a);
  nb::class_<Tokens>(module, "Tokens")
      .def(nb::new_(&tokens_of), nb::kw_only(), "facts"_a, "under"_a, "fits"_a, "max_depth"_a,
           "max_length"_a, "max_constants"_a);
  nb::class_<ScoredTrees>(module, "ScoredTrees")
      .def(nb::init<const Network&, const Tokens&, const Vector<std::uint8_t>&,
                    const Vector<std::int64_t>&, std::size_t>(),
           "network"_a, "tokens"_a, "ids"_a, "offsets"_a, nb::kw_only(), "threads"_a)
      .def_prop_ro("log_probs", &ScoredTrees::log_probs, nb::rv_policy::move)
      .def_prop_ro("entropies", &ScoredTrees::entropies, nb::rv_policy::move)
      .def_prop_ro("depths", &ScoredTrees::depths, nb::rv_policy::move)
      .def("gradient", &ScoredTrees::gradient, "of_log_probs"_a, "of_entropies"_a);
  nb::class_<SharedSampler>(module, "Sampler")
      .def(nb::init<>())
      .def("sample", &SharedSampler::sample, "network"_a, "tokens"_a, nb::kw_only(), "count"_a,
           "seed"_a, "attempts"_a, "threads"_a);
}
