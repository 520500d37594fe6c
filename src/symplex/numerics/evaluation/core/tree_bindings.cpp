// Surgery on trees, as Python sees it: batches of bytes in, batches of bytes out.
#include "tree_bindings.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <thread>
#include <tuple>

#include "arrays.hpp"
#include "loss_table.hpp"
#include "mutation.hpp"

using namespace nanobind::literals;

namespace symplex {
namespace {

using Bytes = nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>>;
using Indices = nb::ndarray<nb::numpy, std::int64_t, nb::ndim<1>>;
using Numbers = nb::ndarray<nb::numpy, double, nb::ndim<1>>;
using Keys = nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<2>>;
using BatchArrays = std::tuple<Vector<std::uint8_t>, Vector<std::int64_t>, Vector<double>>;

std::vector<std::uint8_t> bytes_of(const nb::bytes& given) {
  auto* data = static_cast<const std::uint8_t*>(given.data());
  return {data, data + given.size()};
}

TreeTable table_of(const nb::bytes& arities, const nb::bytes& commutative, int constant) {
  return TreeTable(bytes_of(arities), bytes_of(commutative), constant);
}

// Below this many trees for each thread, starting it takes longer than it saves.
constexpr std::size_t FEWEST_TREES = 4096;

Keys keys_of(const TreeTable& table, const Vector<std::uint8_t>& tokens,
             const Vector<std::int64_t>& offsets, std::size_t threads) {
  std::vector<std::uint8_t> ids = copy_of(tokens);
  std::vector<std::int64_t> cuts = copy_of(offsets);
  std::vector<std::uint8_t> found;
  {
    nb::gil_scoped_release released;
    table.check(ids, cuts);
    std::size_t count = cuts.size() - 1;
    found.resize(count * KEY_BYTES);
    auto some = [&](std::size_t from, std::size_t to) {
      std::vector<std::size_t> ends;
      for (std::size_t i = from; i < to; ++i) {
        Key key = table.key(ids.data() + cuts[i], std::size_t(cuts[i + 1] - cuts[i]), ends);
        write_key(key, found.data() + i * KEY_BYTES);
      }
    };
    std::size_t most = std::max<std::size_t>(threads, 1);
    std::size_t parts = std::clamp<std::size_t>(count / FEWEST_TREES, 1, most);
    std::vector<std::thread> others;
    for (std::size_t part = 1; part < parts; ++part)
      others.emplace_back(some, count * part / parts, count * (part + 1) / parts);
    some(0, count / parts);
    for (std::thread& other : others) other.join();
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

// Keys in rows of 16 bytes.
class Losses {
 public:
  std::size_t size() const { return table_.size(); }

  Numbers find(const Table<std::uint8_t>& keys) const {
    std::size_t count = rows_of(keys);
    std::vector<double> found(count);
    for (std::size_t i = 0; i < count; ++i) found[i] = table_.find(key_at(keys, i));
    return to_numpy(std::move(found));
  }

  // The first row of each key that is not there yet.
  Indices fresh(const Table<std::uint8_t>& keys) const {
    std::size_t count = rows_of(keys);
    std::vector<std::int64_t> found;
    LossTable met;
    for (std::size_t i = 0; i < count; ++i) {
      Key key = key_at(keys, i);
      if (std::isnan(table_.find(key)) && met.put(key, 0)) found.push_back(std::int64_t(i));
    }
    return to_numpy(std::move(found));
  }

  void record(const Table<std::uint8_t>& keys, const Vector<double>& losses) {
    std::size_t count = rows_of(keys);
    need(losses.shape(0) == count, "there must be a loss for each key");
    need(table_.size() + count < MAX_KEYS, "too many keys in one table");
    for (std::size_t i = 0; i < count; ++i)
      need(!std::isnan(losses.data()[i]), "a loss must be a number");
    for (std::size_t i = 0; i < count; ++i) table_.put(key_at(keys, i), losses.data()[i]);
  }

  // In the order in which they were added.
  Keys keys() const {
    std::vector<std::uint8_t> found(size() * KEY_BYTES);
    for (std::size_t i = 0; i < size(); ++i)
      write_key(table_.keys()[i], found.data() + i * KEY_BYTES);
    return to_numpy(std::move(found), size(), KEY_BYTES);
  }
  Numbers losses() const { return to_numpy(std::vector<double>(table_.losses())); }

 private:
  static constexpr std::size_t MAX_KEYS = std::size_t(1) << 31;
  LossTable table_;

  static std::size_t rows_of(const Table<std::uint8_t>& keys) {
    need(keys.shape(1) == KEY_BYTES, "a key has 16 bytes");
    return keys.shape(0);
  }
  static Key key_at(const Table<std::uint8_t>& keys, std::size_t i) {
    return key_from(keys.data() + i * KEY_BYTES);
  }
};

class Mutator {
 public:
  Mutator(const TreeTable& table, const Alphabet& alphabet, const BatchArrays& blocks,
          std::size_t max_length)
      : settings_{table, alphabet, forest_of(table, blocks), max_length} {
    settings_.check();
  }

  std::tuple<Bytes, Indices, Numbers, Bytes> propose(
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
      .def("keys", &keys_of, "tokens"_a, "offsets"_a, "threads"_a = 1);
  nb::class_<Losses>(module, "LossTable")
      .def(nb::init<>())
      .def("__len__", &Losses::size)
      .def("find", &Losses::find, "keys"_a)
      .def("fresh", &Losses::fresh, "keys"_a)
      .def("record", &Losses::record, "keys"_a, "losses"_a)
      .def("keys", &Losses::keys)
      .def("losses", &Losses::losses);
  nb::class_<Alphabet>(module, "Alphabet")
      .def(nb::new_(&alphabet_of), nb::kw_only(), "leaves"_a, "unary"_a, "binary"_a,
           "plus"_a.none(), "times"_a.none(), "root"_a.none());
  nb::class_<Mutator>(module, "Mutator")
      .def(nb::init<const TreeTable&, const Alphabet&, const BatchArrays&, std::size_t>(),
           "table"_a, "alphabet"_a, "blocks"_a, "max_length"_a)
      .def("propose", &Mutator::propose, "parents"_a, "count"_a, "seed"_a, "sequence"_a);
}

}  // namespace symplex
