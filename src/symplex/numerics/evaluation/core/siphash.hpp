// SipHash-2-4 with 128 bits (Aumasson and Bernstein, 2012), under the key of its published test
// vectors. A strong mix rather than a fast one: two different trees must not share a key. Among n
// trees some two do with probability below n²/2^129, 10^-21 for a thousand million trees.
#pragma once

#include <cstddef>
#include <cstdint>

namespace symplex {

struct Key {
  std::uint64_t low, high;
  bool operator==(const Key& other) const { return low == other.low && high == other.high; }
};
constexpr std::size_t KEY_BYTES = 16;

// Bytes are joined by shifts: keys are the same whatever the machine's byte order.
inline std::uint64_t little_endian(const std::uint8_t* bytes, std::size_t n) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < n; ++i) word |= std::uint64_t(bytes[i]) << (8 * i);
  return word;
}

inline Key key_from(const std::uint8_t* bytes) {
  return {little_endian(bytes, 8), little_endian(bytes + 8, 8)};
}

inline void write_key(const Key& key, std::uint8_t* to) {
  for (int i = 0; i < 8; ++i) to[i] = std::uint8_t(key.low >> (8 * i));
  for (int i = 0; i < 8; ++i) to[8 + i] = std::uint8_t(key.high >> (8 * i));
}

class SipHash {
 public:
  static Key of(const std::uint8_t* bytes, std::size_t n) {
    SipHash state;
    std::size_t whole = n - n % 8;
    for (std::size_t i = 0; i < whole; i += 8) state.absorb(little_endian(bytes + i, 8));
    state.absorb(std::uint64_t(n) << 56 | little_endian(bytes + whole, n % 8));
    state.v2_ ^= 0xee;
    std::uint64_t low = state.squeezed();
    state.v1_ ^= 0xdd;
    return {low, state.squeezed()};
  }

 private:
  static constexpr std::uint64_t KEY0 = 0x0706050403020100u, KEY1 = 0x0f0e0d0c0b0a0908u;
  std::uint64_t v0_ = 0x736f6d6570736575u ^ KEY0, v1_ = 0x646f72616e646f6du ^ KEY1 ^ 0xee,
                v2_ = 0x6c7967656e657261u ^ KEY0, v3_ = 0x7465646279746573u ^ KEY1;

  static std::uint64_t rotated(std::uint64_t x, int by) { return x << by | x >> (64 - by); }

  void round() {
    v0_ += v1_;
    v1_ = rotated(v1_, 13) ^ v0_;
    v0_ = rotated(v0_, 32);
    v2_ += v3_;
    v3_ = rotated(v3_, 16) ^ v2_;
    v0_ += v3_;
    v3_ = rotated(v3_, 21) ^ v0_;
    v2_ += v1_;
    v1_ = rotated(v1_, 17) ^ v2_;
    v2_ = rotated(v2_, 32);
  }
  void absorb(std::uint64_t word) {
    v3_ ^= word;
    round();
    round();
    v0_ ^= word;
  }
  std::uint64_t squeezed() {
    for (int i = 0; i < 4; ++i) round();
    return v0_ ^ v1_ ^ v2_ ^ v3_;
  }
};

}  // namespace symplex
