// Whole trees as the set of their distinct prefixes: what an update computes once and shares.
#pragma once

#include <unordered_map>
#include <vector>

#include "need.hpp"
#include "network.hpp"

namespace symplex {

// One choice of a tree: the token that it wrote after a prefix.
struct Choice {
  std::uint32_t prefix;
  std::uint8_t token;
  bool is_legal;
};

struct Trie {
  std::vector<Prefix> prefixes;  // each after the one that it extends
  std::vector<TokenSet> legal;
  std::vector<Choice> choices;         // of all trees, one after the other
  std::vector<std::size_t> offsets{0};  // of choices
  std::vector<int> depths;             // of the deepest node of each tree

  std::size_t trees() const { return offsets.size() - 1; }

  Trie(const Tokens& table, const std::uint8_t* ids, const std::int64_t* cuts, std::size_t count) {
    std::unordered_map<std::uint64_t, std::uint32_t> known;
    add(table, Prefix());
    for (std::size_t t = 0; t < count; ++t) {
      std::uint32_t at = 0;
      int deepest = 0;
      need(cuts[t + 1] > cuts[t] && std::size_t(cuts[t + 1] - cuts[t]) <= MAX_LENGTH,
           "a tree must have 1 to 64 tokens");
      for (std::int64_t k = cuts[t]; k < cuts[t + 1]; ++k) {
        std::uint8_t id = ids[k];
        need(id < table.size, "a token id is not in the vocabulary");
        deepest = std::max(deepest, prefixes[at].tree.depth);
        choices.push_back({at, id, legal[at].has(id)});
        bool ends = prefixes[at].tree.open + table.arity[id] == 1;
        need(ends == (k + 1 == cuts[t + 1]), "a tree is cut or runs on");
        if (ends) break;
        need(prefixes[at].tree.open + table.arity[id] <= int(MAX_LENGTH), "a tree is too wide");
        auto [found, is_new] = known.try_emplace(std::uint64_t(at) << 8 | id, prefixes.size());
        if (is_new) add(table, extended(table, at, id));
        at = found->second;
      }
      offsets.push_back(choices.size());
      depths.push_back(deepest);
    }
  }

 private:
  Prefix extended(const Tokens& table, std::uint32_t above, std::uint8_t token) const {
    Prefix prefix = prefixes[above];
    prefix.node_relations = prefix.slot_relations;
    prefix.tree.write(table, token);
    prefix.path[std::size_t(prefix.tree.position) - 1] = std::uint32_t(prefixes.size());
    prefix.above = above;
    prefix.token = token;
    return prefix;
  }

  void add(const Tokens& table, Prefix prefix) {
    prefix.tree.relations(prefix.slot_relations.data());
    legal.push_back(prefix.tree.legal(table));
    prefixes.push_back(prefix);
  }
};

}  // namespace symplex
