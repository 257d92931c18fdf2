// The kernels for AVX-512 with byte permutes (VBMI): a row of 64 bytes is one register.
#include <immintrin.h>

#include "kernel.hpp"

namespace perfectplay {
namespace {

constexpr unsigned kTogether = 2;  // rows solved together; two rows in flight hide the latency of masks

template <class Value>
struct Lanes;
template <class Value>
struct LaneMask;

inline void prefetch(const void* address) {
    _mm_prefetch(static_cast<const char*>(address), _MM_HINT_T0);
}

// 64 lanes of 8 bits: one register, one mask register.
template <>
struct LaneMask<std::int8_t> {
    __mmask64 bits;
    // straight into a mask register, not by way of a general one
    static LaneMask load(const LaneSet* lanes) {
        return {_load_mask64(const_cast<LaneSet*>(lanes))};
    }
};

template <>
struct Lanes<std::int8_t> {
    __m512i v;
    static Lanes load(const std::int8_t* p) { return {_mm512_loadu_si512(p)}; }
    static Lanes fill(std::int8_t x) { return {_mm512_set1_epi8(x)}; }
    void store(std::int8_t* p) const { _mm512_storeu_si512(p, v); }
};

using Bytes = Lanes<std::int8_t>;
using ByteMask = LaneMask<std::int8_t>;

inline ByteMask operator&(ByteMask a, ByteMask b) { return {a.bits & b.bits}; }
inline ByteMask operator~(ByteMask a) { return {~a.bits}; }
inline ByteMask and_not(ByteMask a, ByteMask b) { return {a.bits & ~b.bits}; }
inline ByteMask differ(Bytes a, Bytes b) { return {_mm512_cmpneq_epi8_mask(a.v, b.v)}; }
inline ByteMask greater(Bytes a, Bytes b) { return {_mm512_cmpgt_epi8_mask(a.v, b.v)}; }
inline Bytes min(Bytes a, Bytes b) { return {_mm512_min_epi8(a.v, b.v)}; }
inline Bytes max(Bytes a, Bytes b) { return {_mm512_max_epi8(a.v, b.v)}; }
inline Bytes add(Bytes a, Bytes b) { return {_mm512_add_epi8(a.v, b.v)}; }
inline Bytes subtract(Bytes a, Bytes b) { return {_mm512_sub_epi8(a.v, b.v)}; }
inline Bytes subtract_saturated(Bytes a, Bytes b) { return {_mm512_subs_epi8(a.v, b.v)}; }
inline Bytes negate(Bytes a) { return {_mm512_subs_epi8(_mm512_setzero_si512(), a.v)}; }
inline Bytes min_where(ByteMask m, Bytes a, Bytes b) {
    return {_mm512_mask_min_epi8(a.v, m.bits, a.v, b.v)};
}
inline Bytes max_where(ByteMask m, Bytes a, Bytes b) {
    return {_mm512_mask_max_epi8(a.v, m.bits, a.v, b.v)};
}
// b in the lanes of the mask, a elsewhere
inline Bytes select(ByteMask m, Bytes a, Bytes b) {
    return {_mm512_mask_mov_epi8(a.v, m.bits, b.v)};
}
inline Bytes or_greatest(ByteMask m, Bytes a) {
    return {_mm512_mask_mov_epi8(_mm512_set1_epi8(kGreatest<std::int8_t>), m.bits, a.v)};
}
inline Bytes add_where(ByteMask m, Bytes a, Bytes b) {
    return {_mm512_mask_add_epi8(a.v, m.bits, a.v, b.v)};
}
inline Bytes multiply_sign(Bytes a, std::int8_t sign) {
    if (sign > 0) return a;
    return sign < 0 ? negate(a) : Bytes::fill(0);
}

inline Bytes both(Bytes a, Bytes b) { return {_mm512_and_si512(a.v, b.v)}; }
inline Bytes either(Bytes a, Bytes b) { return {_mm512_or_si512(a.v, b.v)}; }
inline Bytes low_half(Bytes a) { return both(a, Bytes::fill(15)); }
inline Bytes high_half(Bytes a) { return low_half({_mm512_srli_epi16(a.v, 4)}); }
// The entries with the numbers in the low four bits of lanes that are not negative.
inline Bytes lookup(const std::int8_t (&table)[16], Bytes lanes) {
    const __m128i entries = _mm_load_si128(reinterpret_cast<const __m128i*>(table));
    const __m512i all = _mm512_maskz_broadcast_i32x4(static_cast<__mmask16>(~0), entries);
    return {_mm512_shuffle_epi8(all, lanes.v)};
}

// The byte numbers of the lanes, each with one bit flipped.
struct alignas(64) Swaps {
    std::uint8_t of[kLaneBits][kLanes];
    constexpr Swaps() : of{} {
        for (unsigned k = 0; k < kLaneBits; ++k) {
            for (unsigned l = 0; l < kLanes; ++l) of[k][l] = static_cast<std::uint8_t>(l ^ 1U << k);
        }
    }
};
constexpr Swaps kSwaps;

// (the forms with a full mask, because the plain ones draw false warnings from GCC 12)
template <unsigned k>
inline Bytes swap(Bytes a) {
    const __m512i lanes = _mm512_load_si512(kSwaps.of[k]);
    return {_mm512_maskz_permutexvar_epi8(~__mmask64{0}, lanes, a.v)};
}

// 64 lanes of 16 bits: lanes 0..31 in one register, 32..63 in another.
template <>
struct LaneMask<std::int16_t> {
    __mmask32 low, high;
    static LaneMask load(const LaneSet* lanes) {
        return {static_cast<__mmask32>(*lanes), static_cast<__mmask32>(*lanes >> 32)};
    }
};

template <>
struct Lanes<std::int16_t> {
    __m512i low, high;
    static Lanes load(const std::int16_t* p) {
        return {_mm512_loadu_si512(p), _mm512_loadu_si512(p + 32)};
    }
    static Lanes fill(std::int16_t x) { return {_mm512_set1_epi16(x), _mm512_set1_epi16(x)}; }
    void store(std::int16_t* p) const {
        _mm512_storeu_si512(p, low);
        _mm512_storeu_si512(p + 32, high);
    }
};

using Words = Lanes<std::int16_t>;
using WordMask = LaneMask<std::int16_t>;

inline WordMask operator&(WordMask a, WordMask b) { return {a.low & b.low, a.high & b.high}; }
inline WordMask operator~(WordMask a) { return {~a.low, ~a.high}; }
inline WordMask and_not(WordMask a, WordMask b) { return {a.low & ~b.low, a.high & ~b.high}; }
inline WordMask differ(Words a, Words b) {
    return {_mm512_cmpneq_epi16_mask(a.low, b.low), _mm512_cmpneq_epi16_mask(a.high, b.high)};
}
inline WordMask greater(Words a, Words b) {
    return {_mm512_cmpgt_epi16_mask(a.low, b.low), _mm512_cmpgt_epi16_mask(a.high, b.high)};
}
inline Words min(Words a, Words b) {
    return {_mm512_min_epi16(a.low, b.low), _mm512_min_epi16(a.high, b.high)};
}
inline Words max(Words a, Words b) {
    return {_mm512_max_epi16(a.low, b.low), _mm512_max_epi16(a.high, b.high)};
}
inline Words add(Words a, Words b) {
    return {_mm512_add_epi16(a.low, b.low), _mm512_add_epi16(a.high, b.high)};
}
inline Words subtract(Words a, Words b) {
    return {_mm512_sub_epi16(a.low, b.low), _mm512_sub_epi16(a.high, b.high)};
}
inline Words subtract_saturated(Words a, Words b) {
    return {_mm512_subs_epi16(a.low, b.low), _mm512_subs_epi16(a.high, b.high)};
}
inline Words negate(Words a) { return subtract_saturated(Words::fill(0), a); }
inline Words min_where(WordMask m, Words a, Words b) {
    return {_mm512_mask_min_epi16(a.low, m.low, a.low, b.low),
            _mm512_mask_min_epi16(a.high, m.high, a.high, b.high)};
}
inline Words max_where(WordMask m, Words a, Words b) {
    return {_mm512_mask_max_epi16(a.low, m.low, a.low, b.low),
            _mm512_mask_max_epi16(a.high, m.high, a.high, b.high)};
}
inline Words or_greatest(WordMask m, Words a) {
    const __m512i greatest = _mm512_set1_epi16(kGreatest<std::int16_t>);
    return {_mm512_mask_mov_epi16(greatest, m.low, a.low),
            _mm512_mask_mov_epi16(greatest, m.high, a.high)};
}
inline Words add_where(WordMask m, Words a, Words b) {
    return {_mm512_mask_add_epi16(a.low, m.low, a.low, b.low),
            _mm512_mask_add_epi16(a.high, m.high, a.high, b.high)};
}
inline Words multiply_sign(Words a, std::int16_t sign) {
    if (sign > 0) return a;
    return sign < 0 ? negate(a) : Words::fill(0);
}

struct alignas(64) WordSwaps {
    std::uint16_t of[5][32];
    constexpr WordSwaps() : of{} {
        for (unsigned k = 0; k < 5; ++k) {
            for (unsigned l = 0; l < 32; ++l) of[k][l] = static_cast<std::uint16_t>(l ^ 1U << k);
        }
    }
};
constexpr WordSwaps kWordSwaps;

template <unsigned k>
inline Words swap(Words a) {
    if constexpr (k == 5) {
        return {a.high, a.low};
    } else {
        const __m512i lanes = _mm512_load_si512(kWordSwaps.of[k]);
        constexpr __mmask32 all = ~__mmask32{0};
        return {_mm512_maskz_permutexvar_epi16(all, lanes, a.low),
                _mm512_maskz_permutexvar_epi16(all, lanes, a.high)};
    }
}

}  // namespace
}  // namespace perfectplay

#include "block_kernels.hpp"
#include "nimber_lookup.hpp"
#include "nimber_kernels.hpp"

namespace perfectplay {
const Path kAvx512Path = {"avx512", kernels<std::int8_t>(), kernels<std::int16_t>(), solve_nimbers};
}  // namespace perfectplay
