// From a candidate's tokens to the code of its formulas, and of those parts that are cached.
#pragma once

#include "reader.hpp"
#include "spans.hpp"

namespace symplex::gpu {

// Parameters and data come after the variables: nothing is differentiated by them.
SYMPLEX_SHARED inline std::uint32_t variable_bit(const Plan& plan, std::uint32_t column) {
  return column < plan.variables ? 1u << column : 0u;
}

// The spans of an unknown's formula that are cached, with their places among all of them.
struct Cache {
  Span span[MAX_CACHED];
  std::uint8_t varies[MAX_CACHED];
  int begin = 0, end = 0;
};

// Reads one formula's symbols, whose last constant has the number `constants` - 1. What is cached
// is a leaf.
SYMPLEX_SHARED inline Part read_formula(const Plan& plan, const std::uint8_t* ids, Span formula,
                                        std::size_t constants, const Cache& cache,
                                        Reader& reader) {
  for (std::uint32_t i = formula.end; i-- > formula.begin;) {
    int kept = cache.begin;
    while (kept < cache.end && cache.span[kept].end != i + 1) ++kept;
    const Symbol& symbol = plan.symbols[ids[i]];
    if (kept < cache.end) {
      reader.leaf(Source::CACHED, static_cast<std::uint32_t>(kept), cache.varies[kept]);
      i = cache.span[kept].begin;
    } else if (symbol.operation == Operation::COLUMN) {
      reader.leaf(Source::COLUMN, symbol.index, variable_bit(plan, symbol.index));
    } else if (symbol.operation == Operation::NUMBER) {
      reader.leaf(Source::NUMBER, ids[i], 0);
    } else if (symbol.operation == Operation::CONSTANT) {
      reader.leaf(Source::CONSTANT, static_cast<std::uint32_t>(--constants), 0);
    } else {
      reader.apply(symbol, ids[i]);
    }
  }
  return reader.finish();
}

// One past the last token of the formula that begins at a place; counts its constants.
SYMPLEX_SHARED inline std::uint32_t end_of(const Plan& plan, const std::uint8_t* ids,
                                           std::uint32_t begin, std::size_t* constants) {
  std::uint32_t at = begin;
  for (long open = 1; open > 0; ++at) {
    const Symbol& symbol = plan.symbols[ids[at]];
    *constants += symbol.operation == Operation::CONSTANT;
    open += symbol.arity() - 1;
  }
  return at;
}

// Reads a candidate into at most 3 n instructions; parts without constants are set apart if they
// are to be `caching`.
SYMPLEX_SHARED inline Reading read(const Plan& plan, const std::uint8_t* ids, std::size_t n,
                                   bool caching, Instruction* code) {
  Reading reading{};
  std::size_t constants = 0, seen = 0;
  reading.status = examine(plan.symbols, plan.tokens, plan.unknowns, ids, n, &constants);
  if (reading.status != Status::FITTED) return reading;
  Reader reader(code, 3 * n < MAX_CODE ? static_cast<int>(3 * n) : MAX_CODE);
  reading.constants = static_cast<std::uint8_t>(constants);
  reading.affine = plan.affine;
  Cache cache;
  std::uint32_t first = plan.symbols[ids[0]].operation == Operation::TUPLE, at = first;
  for (std::uint32_t u = 0; u < plan.unknowns; ++u) {
    const std::uint32_t begin = at;
    at = end_of(plan, ids, begin, &seen);
    int found = cache.end;
    if (caching && constants > 0 && plan.cells > 0)
      found += find_spans(plan, ids, begin, at, MAX_CACHED - found, cache.span + found);
    for (; cache.end < found; ++cache.end) {
      Cache none;
      cache.varies[cache.end] =
          read_formula(plan, ids, cache.span[cache.end], 0, none, reader).varies;
      reading.cached_varies[cache.end] = cache.varies[cache.end];
      reading.cached_ends[cache.end] = static_cast<std::uint8_t>(reader.length());
    }
    reading.cached_of[u] = static_cast<std::uint8_t>(cache.end);
  }
  reading.formulas = static_cast<std::uint8_t>(reader.length());
  at = first;
  seen = 0;
  for (std::uint32_t u = 0; u < plan.unknowns; ++u) {
    const std::uint32_t begin = at;
    at = end_of(plan, ids, begin, &seen);
    cache.end = reading.cached_of[u];
    Part whole = read_formula(plan, ids, {begin, at}, seen, cache, reader);
    cache.begin = cache.end;
    reading.affine = reading.affine && !whole.bends;
    reading.varies[u] = whole.varies;
    reading.moves[u] = whole.pulls;
    reading.ends[u] = static_cast<std::uint8_t>(reader.length());
  }
  reading.length = static_cast<std::uint8_t>(reader.length());
  if (!reader.fits()) reading.status = ELSEWHERE;
  return reading;
}

}  // namespace symplex::gpu
