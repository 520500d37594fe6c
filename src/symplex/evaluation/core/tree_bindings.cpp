// Surgery on trees, as Python sees it: batches of bytes in, batches of bytes out.
#include "tree_bindings.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <tuple>

#include "arrays.hpp"
#include "mutation.hpp"

using namespace nanobind::literals;

namespace symplex {
namespace {

using Bytes = nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>>;
using Indices = nb::ndarray<nb::numpy, std::int64_t, nb::ndim<1>>;
using Keys = nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<2>>;
using BatchArrays = std::tuple<Vector<std::uint8_t>, Vector<std::int64_t>, Vector<double>>;

std::vector<std::uint8_t> bytes_of(const nb::bytes& given) {
  auto* data = static_cast<const std::uint8_t*>(given.data());
  return {data, data + given.size()};
}

TreeTable table_of(const nb::bytes& arities, const nb::bytes& commutative, int constant) {
  return TreeTable(bytes_of(arities), bytes_of(commutative), constant);
}

Keys keys_of(const TreeTable& table, const Vector<std::uint8_t>& tokens,
             const Vector<std::int64_t>& offsets) {
  std::vector<std::uint8_t> ids = copy_of(tokens);
  std::vector<std::int64_t> cuts = copy_of(offsets);
  std::vector<std::uint8_t> found;
  {
    nb::gil_scoped_release released;
    table.check(ids, cuts);
    found.resize((cuts.size() - 1) * KEY_BYTES);
    std::vector<std::size_t> ends;
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
      Key key = table.key(ids.data() + cuts[i], std::size_t(cuts[i + 1] - cuts[i]), ends);
      write_key(key, found.data() + i * KEY_BYTES);
    }
  }
  return to_numpy(std::move(found), cuts.size() - 1, KEY_BYTES);
}

Forest forest_of(const TreeTable& table, const BatchArrays& batch) {
  const auto& [tokens, offsets, constants] = batch;
  return table.forest(copy_of(tokens), copy_of(offsets), copy_of(constants));
}

std::optional<std::uint8_t> id_of(std::optional<int> id) {
  if (!id) return std::nullopt;
  need(*id >= 0 && *id < 256, "a token id must be a byte");
  return std::uint8_t(*id);
}

Alphabet alphabet_of(const nb::bytes& leaves, const nb::bytes& unary, const nb::bytes& binary,
                     std::optional<int> plus, std::optional<int> times, std::optional<int> root) {
  return {bytes_of(leaves), bytes_of(unary), bytes_of(binary),
          id_of(plus),      id_of(times),    id_of(root)};
}

class Mutator {
 public:
  Mutator(const TreeTable& table, const Alphabet& alphabet, const BatchArrays& blocks,
          std::size_t max_length)
      : settings_{table, alphabet, forest_of(table, blocks), max_length} {
    settings_.check();
  }

  std::tuple<Bytes, Indices, nb::ndarray<nb::numpy, double, nb::ndim<1>>, Bytes> propose(
      const BatchArrays& parents, std::size_t count, std::uint64_t seed,
      std::uint64_t sequence) const {
    need(count <= MAX_ATTEMPTS, "too many attempts in one call");
    Forest forest = forest_of(settings_.table, parents);
    Proposals found;
    {
      nb::gil_scoped_release released;
      settings_.check_parents(forest);
      Mutation mutation(settings_, forest);
      for (std::size_t i = 0; i < count; ++i) mutation.attempt(Choices(seed, sequence, i), found);
    }
    return {to_numpy(std::move(found.ids)), to_numpy(std::move(found.offsets)),
            to_numpy(std::move(found.constants)), to_numpy(std::move(found.is_random))};
  }

 private:
  MutatorSettings settings_;
};

}  // namespace

void bind_trees(nb::module_& module) {
  module.attr("MAX_NODES") = MAX_NODES;
  module.attr("MAX_ATTEMPTS") = MAX_ATTEMPTS;
  nb::class_<TreeTable>(module, "TreeTable")
      .def(nb::new_(&table_of), "arities"_a, "commutative"_a, "constant"_a)
      .def("keys", &keys_of, "tokens"_a, "offsets"_a);
  nb::class_<Alphabet>(module, "Alphabet")
      .def(nb::new_(&alphabet_of), nb::kw_only(), "leaves"_a, "unary"_a, "binary"_a,
           "plus"_a.none(), "times"_a.none(), "root"_a.none());
  nb::class_<Mutator>(module, "Mutator")
      .def(nb::init<const TreeTable&, const Alphabet&, const BatchArrays&, std::size_t>(),
           "table"_a, "alphabet"_a, "blocks"_a, "max_length"_a)
      .def("propose", &Mutator::propose, "parents"_a, "count"_a, "seed"_a, "sequence"_a);
}

}  // namespace symplex
