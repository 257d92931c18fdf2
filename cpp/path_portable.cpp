// The kernels for any machine, in the vector types of GCC and Clang: 16 bytes at a time, which every
// 64-bit processor has registers for.
#include <type_traits>

#include "kernel.hpp"

namespace perfectplay {
namespace {

constexpr unsigned kTogether = 1;  // rows solved together; more would not fit the registers

template <class Value>
struct Part {
    typedef Value values __attribute__((vector_size(16)));
    typedef std::make_unsigned_t<Value> wrapping __attribute__((vector_size(16)));
    typedef std::uint16_t pairs __attribute__((vector_size(16)));
    typedef std::uint32_t fours __attribute__((vector_size(16)));
    typedef std::uint64_t eights __attribute__((vector_size(16)));
};
template <class Value>
using Vector = typename Part<Value>::values;
template <class Value>
inline constexpr unsigned kParts = kLanes * sizeof(Value) / 16;

// Lanes 0.. in part 0, and so on; in masks true lanes are -1, false ones 0.
template <class Value>
struct LaneMask {
    Vector<Value> part[kParts<Value>];

    static LaneMask load(const LaneSet* at) {
        LaneSet lanes = *at;
        // a 64-bit word gets the bits of its lanes in each of them, then each lane tests its own
        constexpr unsigned count = 8 / sizeof(Value);
        constexpr std::uint64_t all = sizeof(Value) == 1 ? 0x0101010101010101 : 0x0001000100010001;
        constexpr std::uint64_t own = sizeof(Value) == 1 ? 0x8040201008040201 : 0x0008000400020001;
        LaneMask mask;
        for (unsigned i = 0; i < kParts<Value>; ++i) {
            typename Part<Value>::eights words;
            for (unsigned w = 0; w < 2; ++w) {
                words[w] = (lanes & ((1U << count) - 1)) * all & own;
                lanes >>= count;
            }
            mask.part[i] = reinterpret_cast<Vector<Value>>(words) != 0;
        }
        return mask;
    }
};

template <class Value>
struct Lanes {
    Vector<Value> part[kParts<Value>];

    static Lanes load(const Value* p) {
        Lanes row;
        __builtin_memcpy(row.part, p, sizeof(row.part));
        return row;
    }
    static Lanes fill(Value x) {
        Lanes row;
        for (auto& part : row.part) part = Vector<Value>{} + x;
        return row;
    }
    void store(Value* p) const { __builtin_memcpy(p, part, sizeof(part)); }
};

inline void prefetch(const void* address) { __builtin_prefetch(address); }

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
inline LaneMask<Value> operator&(const LaneMask<Value>& a, const LaneMask<Value>& b) {
    return partwise<LaneMask<Value>>(a, b, [](auto x, auto y) { return x & y; });
}
template <class Value>
inline LaneMask<Value> and_not(const LaneMask<Value>& a, const LaneMask<Value>& b) {
    return partwise<LaneMask<Value>>(a, b, [](auto x, auto y) { return x & ~y; });
}
template <class Value>
inline LaneMask<Value> operator~(const LaneMask<Value>& a) {
    return partwise<LaneMask<Value>>(a, a, [](auto x, auto) { return ~x; });
}
template <class Value>
inline LaneMask<Value> differ(const Lanes<Value>& a, const Lanes<Value>& b) {
    return partwise<LaneMask<Value>>(a, b, [](auto x, auto y) { return x != y; });
}
template <class Value>
inline LaneMask<Value> greater(const Lanes<Value>& a, const Lanes<Value>& b) {
    return partwise<LaneMask<Value>>(a, b, [](auto x, auto y) { return x > y; });
}
template <class Value>
inline Lanes<Value> min(const Lanes<Value>& a, const Lanes<Value>& b) {
    return partwise<Lanes<Value>>(a, b, [](auto x, auto y) { return x < y ? x : y; });
}
template <class Value>
inline Lanes<Value> max(const Lanes<Value>& a, const Lanes<Value>& b) {
    return partwise<Lanes<Value>>(a, b, [](auto x, auto y) { return x > y ? x : y; });
}
// Lanes that hold no position may wrap around, which only unsigned integers do by definition.
template <class Value>
inline Lanes<Value> add(const Lanes<Value>& a, const Lanes<Value>& b) {
    using U = typename Part<Value>::wrapping;
    using V = typename Part<Value>::values;
    return partwise<Lanes<Value>>(a, b, [](V x, V y) {
        return reinterpret_cast<V>(reinterpret_cast<U>(x) + reinterpret_cast<U>(y));
    });
}
template <class Value>
inline Lanes<Value> subtract(const Lanes<Value>& a, const Lanes<Value>& b) {
    using U = typename Part<Value>::wrapping;
    using V = typename Part<Value>::values;
    return partwise<Lanes<Value>>(a, b, [](V x, V y) {
        return reinterpret_cast<V>(reinterpret_cast<U>(x) - reinterpret_cast<U>(y));
    });
}
template <class Value>
inline Lanes<Value> subtract_saturated(const Lanes<Value>& a, const Lanes<Value>& b) {
    // a is first brought to where a - b is in range
    return partwise<Lanes<Value>>(a, b, [](auto x, auto y) {
        const auto none = decltype(x){};
        const auto low = (y > none ? y : none) + kLeast<Value>;
        const auto high = (y < none ? y : none) + kGreatest<Value>;
        const auto clamped = x < low ? low : x;
        return (clamped > high ? high : clamped) - y;
    });
}
template <class Value>
inline Lanes<Value> negate(const Lanes<Value>& a) {
    return subtract_saturated(Lanes<Value>::fill(0), a);
}
// b in the lanes of the mask, a elsewhere
template <class Value>
inline Lanes<Value> select(const LaneMask<Value>& m, const Lanes<Value>& a, const Lanes<Value>& b) {
    Lanes<Value> row;
    for (unsigned i = 0; i < kParts<Value>; ++i) {
        row.part[i] = (b.part[i] & m.part[i]) | (a.part[i] & ~m.part[i]);
    }
    return row;
}
template <class Value>
inline Lanes<Value> min_where(const LaneMask<Value>& m, const Lanes<Value>& a,
                              const Lanes<Value>& b) {
    return select(m, a, min(a, b));
}
template <class Value>
inline Lanes<Value> max_where(const LaneMask<Value>& m, const Lanes<Value>& a,
                              const Lanes<Value>& b) {
    return select(m, a, max(a, b));
}
template <class Value>
inline Lanes<Value> or_greatest(const LaneMask<Value>& m, const Lanes<Value>& a) {
    return select(m, Lanes<Value>::fill(kGreatest<Value>), a);
}
template <class Value>
inline Lanes<Value> add_where(const LaneMask<Value>& m, const Lanes<Value>& a,
                              const Lanes<Value>& b) {
    return select(m, a, add(a, b));
}
template <class Value>
inline Lanes<Value> multiply_sign(const Lanes<Value>& a, Value sign) {
    if (sign > 0) return a;
    return sign < 0 ? negate(a) : Lanes<Value>::fill(0);
}

// For each lane a set of nimbers 0..14 (see nimber_kernels.hpp): bit x % 8 of the byte x / 8.
class NimberSets {
    typedef std::uint8_t bytes __attribute__((vector_size(16)));

public:
    void add(const Lanes<std::int8_t>& nimbers) {
        for (unsigned i = 0; i < kCount; ++i) {
            const Set one = set_of(nimbers.part[i]);
            part_[i].low |= one.low;
            part_[i].high |= one.high;
        }
    }
    LaneMask<std::int8_t> have(const Lanes<std::int8_t>& nimbers) const {
        LaneMask<std::int8_t> mask;
        for (unsigned i = 0; i < kCount; ++i) {
            const Set one = set_of(nimbers.part[i]);
            mask.part[i] = ((one.low & part_[i].low) | (one.high & part_[i].high & 127)) != 0;
        }
        return mask;
    }
    Lanes<std::int8_t> least_missing() const {
        Lanes<std::int8_t> row;
        for (unsigned i = 0; i < kCount; ++i) {
            const bytes low = part_[i].low;
            const bytes high = part_[i].high & 127;
            const bytes in_high = reinterpret_cast<bytes>(low == 255);
            const bytes set = (low & ~in_high) | (high & in_high);
            const bytes bit = ~set & (set + 1);
            const bytes number = (reinterpret_cast<bytes>((bit & 0xaa) != 0) & 1) |
                                 (reinterpret_cast<bytes>((bit & 0xcc) != 0) & 2) |
                                 (reinterpret_cast<bytes>((bit & 0xf0) != 0) & 4) | (in_high & 8);
            row.part[i] = reinterpret_cast<Vector<std::int8_t>>(number);
        }
        return row;
    }

private:
    static constexpr unsigned kCount = kParts<std::int8_t>;
    struct Set {
        bytes low, high;
    };

    // The low four bits of a loony one are those of 15, a bit that is never asked for.
    static Set set_of(Vector<std::int8_t> nimbers) {
        const auto x = reinterpret_cast<bytes>(nimbers);
        const auto where = [x](std::uint8_t bit) {
            return reinterpret_cast<bytes>((x & bit) != 0);
        };
        bytes set = 1 + (x & 1);
        set = (set & ~where(2)) | (set << 2 & where(2));
        set = (set & ~where(4)) | (set << 4 & where(4));
        return {set & ~where(8), set & where(8)};
    }

    Set part_[kCount] = {};
};

// Lane l gets lane l ^ 2^k: by rotating ever larger words, then by moving whole parts.
template <unsigned k, class Value>
inline Lanes<Value> swap(const Lanes<Value>& a) {
    using P = Part<Value>;
    constexpr unsigned distance = (1U << k) * sizeof(Value);  // in bytes
    Lanes<Value> row;
    for (unsigned i = 0; i < kParts<Value>; ++i) {
        const auto x = a.part[i];
        if constexpr (distance == 1) {
            const auto w = reinterpret_cast<typename P::pairs>(x);
            row.part[i] = reinterpret_cast<typename P::values>(w << 8 | w >> 8);
        } else if constexpr (distance == 2) {
            const auto w = reinterpret_cast<typename P::fours>(x);
            row.part[i] = reinterpret_cast<typename P::values>(w << 16 | w >> 16);
        } else if constexpr (distance == 4) {
            const auto w = reinterpret_cast<typename P::eights>(x);
            row.part[i] = reinterpret_cast<typename P::values>(w << 32 | w >> 32);
        } else if constexpr (distance == 8) {
            const auto w = reinterpret_cast<typename P::eights>(x);
            row.part[i] = reinterpret_cast<typename P::values>(typename P::eights{w[1], w[0]});
        } else {
            row.part[i] = a.part[i ^ distance / 16];
        }
    }
    return row;
}

}  // namespace
}  // namespace perfectplay

#include "block_kernels.hpp"
#include "nimber_kernels.hpp"

namespace perfectplay {
const Path kPortablePath = {"portable", kernels<std::int8_t>(), kernels<std::int16_t>(), solve_nimbers};
}  // namespace perfectplay
