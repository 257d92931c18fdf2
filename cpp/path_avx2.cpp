// The kernels for AVX2: a row of 64 values is two registers of bytes or four of 16-bit words.
#include <immintrin.h>

#include "kernel.hpp"

namespace perfectplay {
namespace {

constexpr unsigned kTogether = 1;  // rows solved together; more would not fit the registers

template <class Value>
inline constexpr unsigned kParts = kLanes * sizeof(Value) / 32;

// Lanes 0.. in part 0, and so on; the same for masks, where true lanes are all ones.
template <class Value>
struct Parts {
    __m256i part[kParts<Value>];
};

template <class Value>
struct Lanes : Parts<Value> {
    static Lanes load(const Value* p) {
        Lanes row;
        for (unsigned i = 0; i < kParts<Value>; ++i) {
            row.part[i] = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p) + i);
        }
        return row;
    }
    static Lanes fill(Value x) {
        Lanes row;
        for (__m256i& part : row.part) {
            if constexpr (sizeof(Value) == 1) part = _mm256_set1_epi8(x);
            else part = _mm256_set1_epi16(x);
        }
        return row;
    }
    void store(Value* p) const {
        for (unsigned i = 0; i < kParts<Value>; ++i) {
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(p) + i, this->part[i]);
        }
    }
};

template <class Value>
struct LaneMask : Parts<Value> {
    static LaneMask load(const LaneSet* at) {
        const LaneSet lanes = *at;
        LaneMask mask;
        for (unsigned i = 0; i < kParts<Value>; ++i) {
            if constexpr (sizeof(Value) == 1) {
                // each byte gets the byte of `lanes` its own bit is in, then keeps that bit only
                const __m256i all = _mm256_set1_epi32(static_cast<int>(lanes >> (32 * i)));
                const __m256i from = _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202,
                                                        0x0303030303030303);
                const __m256i bit = _mm256_set1_epi64x(
                    static_cast<long long>(0x8040201008040201));
                const __m256i own = _mm256_and_si256(_mm256_shuffle_epi8(all, from), bit);
                mask.part[i] = _mm256_cmpeq_epi8(own, bit);
            } else {
                const __m256i all = _mm256_set1_epi16(static_cast<short>(lanes >> (16 * i)));
                const __m256i bit = _mm256_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024,
                                                      2048, 4096, 8192, 16384, -32768);
                mask.part[i] = _mm256_cmpeq_epi16(_mm256_and_si256(all, bit), bit);
            }
        }
        return mask;
    }
};

inline void prefetch(const void* address) {
    _mm_prefetch(static_cast<const char*>(address), _MM_HINT_T0);
}

// Applies an operation part by part.
template <class Result, class A, class B, class Each>
inline Result partwise(const A& a, const B& b, Each each) {
    Result result;
    for (unsigned i = 0; i < sizeof(a.part) / sizeof(a.part[0]); ++i) {
        result.part[i] = each(a.part[i], b.part[i]);
    }
    return result;
}

template <class Value>
inline LaneMask<Value> operator&(LaneMask<Value> a, LaneMask<Value> b) {
    return partwise<LaneMask<Value>>(
        a, b, [](__m256i x, __m256i y) { return _mm256_and_si256(x, y); });
}
template <class Value>
inline LaneMask<Value> and_not(LaneMask<Value> a, LaneMask<Value> b) {
    return partwise<LaneMask<Value>>(
        a, b, [](__m256i x, __m256i y) { return _mm256_andnot_si256(y, x); });
}
template <class Value>
inline LaneMask<Value> operator~(LaneMask<Value> a) {
    return partwise<LaneMask<Value>>(a, a, [](__m256i x, __m256i) {
        return _mm256_xor_si256(x, _mm256_set1_epi8(-1));
    });
}

#define PERFECTPLAY_LANEWISE(RESULT, NAME, BYTES, WORDS)                            \
    template <class Value>                                                          \
    inline RESULT<Value> NAME(Lanes<Value> a, Lanes<Value> b) {                     \
        return partwise<RESULT<Value>>(a, b, [](__m256i x, __m256i y) {             \
            if constexpr (sizeof(Value) == 1) return BYTES(x, y);                   \
            else return WORDS(x, y);                                                \
        });                                                                         \
    }
PERFECTPLAY_LANEWISE(Lanes, min, _mm256_min_epi8, _mm256_min_epi16)
PERFECTPLAY_LANEWISE(Lanes, max, _mm256_max_epi8, _mm256_max_epi16)
PERFECTPLAY_LANEWISE(Lanes, add, _mm256_add_epi8, _mm256_add_epi16)
PERFECTPLAY_LANEWISE(Lanes, subtract, _mm256_sub_epi8, _mm256_sub_epi16)
PERFECTPLAY_LANEWISE(Lanes, subtract_saturated, _mm256_subs_epi8, _mm256_subs_epi16)
PERFECTPLAY_LANEWISE(LaneMask, same, _mm256_cmpeq_epi8, _mm256_cmpeq_epi16)
PERFECTPLAY_LANEWISE(LaneMask, greater, _mm256_cmpgt_epi8, _mm256_cmpgt_epi16)
#undef PERFECTPLAY_LANEWISE

template <class Value>
inline Lanes<Value> negate(Lanes<Value> a) {
    return subtract_saturated(Lanes<Value>::fill(0), a);
}
template <class Value>
inline LaneMask<Value> differ(Lanes<Value> a, Lanes<Value> b) {
    return ~same(a, b);
}
// b in the lanes of the mask, a elsewhere
template <class Value>
inline Lanes<Value> select(LaneMask<Value> m, Lanes<Value> a, Lanes<Value> b) {
    Lanes<Value> row;
    for (unsigned i = 0; i < kParts<Value>; ++i) {
        row.part[i] = _mm256_blendv_epi8(a.part[i], b.part[i], m.part[i]);
    }
    return row;
}
template <class Value>
inline Lanes<Value> min_where(LaneMask<Value> m, Lanes<Value> a, Lanes<Value> b) {
    return select(m, a, min(a, b));
}
template <class Value>
inline Lanes<Value> max_where(LaneMask<Value> m, Lanes<Value> a, Lanes<Value> b) {
    return select(m, a, max(a, b));
}
template <class Value>
inline Lanes<Value> or_greatest(LaneMask<Value> m, Lanes<Value> a) {
    return select(m, Lanes<Value>::fill(kGreatest<Value>), a);
}
template <class Value>
inline Lanes<Value> add_where(LaneMask<Value> m, Lanes<Value> a, Lanes<Value> b) {
    return select(m, a, add(a, b));
}
template <class Value>
inline Lanes<Value> multiply_sign(Lanes<Value> a, Value sign) {
    if (sign > 0) return a;
    return sign < 0 ? negate(a) : Lanes<Value>::fill(0);
}

using Bytes = Lanes<std::int8_t>;

inline Bytes both(Bytes a, Bytes b) {
    return partwise<Bytes>(a, b, [](__m256i x, __m256i y) { return _mm256_and_si256(x, y); });
}
inline Bytes either(Bytes a, Bytes b) {
    return partwise<Bytes>(a, b, [](__m256i x, __m256i y) { return _mm256_or_si256(x, y); });
}
inline Bytes low_half(Bytes a) { return both(a, Bytes::fill(15)); }
inline Bytes high_half(Bytes a) {
    return low_half(
        partwise<Bytes>(a, a, [](__m256i x, __m256i) { return _mm256_srli_epi16(x, 4); }));
}
// The entries with the numbers in the low four bits of lanes that are not negative.
inline Bytes lookup(const std::int8_t (&table)[16], Bytes lanes) {
    const __m128i half = _mm_load_si128(reinterpret_cast<const __m128i*>(table));
    const __m256i entries = _mm256_broadcastsi128_si256(half);
    return partwise<Bytes>(lanes, lanes, [entries](__m256i x, __m256i) {
        return _mm256_shuffle_epi8(entries, x);
    });
}

// Lane l gets lane l ^ 2^k: within 16 bytes by a byte shuffle, then by half registers, then by parts.
template <unsigned k, class Value>
inline Lanes<Value> swap(Lanes<Value> a) {
    constexpr unsigned distance = (1U << k) * sizeof(Value);  // in bytes
    Lanes<Value> row;
    for (unsigned i = 0; i < kParts<Value>; ++i) {
        if constexpr (distance >= 32) {
            row.part[i] = a.part[i ^ distance / 32];
        } else if constexpr (distance == 16) {
            row.part[i] = _mm256_permute4x64_epi64(a.part[i], 0x4e);
        } else {
            alignas(32) std::uint8_t order[32];
            for (unsigned b = 0; b < 32; ++b) order[b] = static_cast<std::uint8_t>((b ^ distance) & 15);
            row.part[i] = _mm256_shuffle_epi8(
                a.part[i], _mm256_load_si256(reinterpret_cast<const __m256i*>(order)));
        }
    }
    return row;
}

}  // namespace
}  // namespace perfectplay

#include "block_kernels.hpp"
#include "nimber_lookup.hpp"
#include "nimber_kernels.hpp"

namespace perfectplay {
const Path kAvx2Path = {"avx2", kernels<std::int8_t>(), kernels<std::int16_t>(), solve_nimbers};
}  // namespace perfectplay
