// The kernels for any machine: plain loops over the lanes, which compilers turn into vectors.
#include "kernel.hpp"

namespace perfectplay {
namespace {

// True lanes are -1, false ones 0, as wide as the values.
template <class Value>
struct LaneMask {
    Value lane[kLanes];
    static LaneMask of(std::uint64_t lanes) {
        LaneMask mask;
        for (unsigned l = 0; l < kLanes; ++l) mask.lane[l] = static_cast<Value>(-(lanes >> l & 1));
        return mask;
    }
};

template <class Value>
struct Lanes {
    Value lane[kLanes];
    static Lanes load(const Value* p) {
        Lanes row;
        for (unsigned l = 0; l < kLanes; ++l) row.lane[l] = p[l];
        return row;
    }
    static Lanes fill(Value x) {
        Lanes row;
        for (unsigned l = 0; l < kLanes; ++l) row.lane[l] = x;
        return row;
    }
    void store(Value* p) const {
        for (unsigned l = 0; l < kLanes; ++l) p[l] = lane[l];
    }
};

inline void prefetch(const void* address) { __builtin_prefetch(address); }

template <class Value, class Each>
inline Lanes<Value> lanewise(const Lanes<Value>& a, const Lanes<Value>& b, Each each) {
    Lanes<Value> row;
    for (unsigned l = 0; l < kLanes; ++l) row.lane[l] = static_cast<Value>(each(a.lane[l], b.lane[l]));
    return row;
}

template <class Value>
constexpr Value saturated(int x) {
    using Limits = std::numeric_limits<Value>;
    return static_cast<Value>(x < Limits::min() ? Limits::min() : x > Limits::max() ? Limits::max() : x);
}

template <class Value>
inline LaneMask<Value> operator&(const LaneMask<Value>& a, const LaneMask<Value>& b) {
    LaneMask<Value> mask;
    for (unsigned l = 0; l < kLanes; ++l) mask.lane[l] = static_cast<Value>(a.lane[l] & b.lane[l]);
    return mask;
}
template <class Value>
inline LaneMask<Value> operator~(const LaneMask<Value>& a) {
    LaneMask<Value> mask;
    for (unsigned l = 0; l < kLanes; ++l) mask.lane[l] = static_cast<Value>(~a.lane[l]);
    return mask;
}
template <class Value>
inline LaneMask<Value> and_not(const LaneMask<Value>& a, const LaneMask<Value>& b) {
    return a & ~b;
}
template <class Value>
inline LaneMask<Value> differ(const Lanes<Value>& a, const Lanes<Value>& b) {
    LaneMask<Value> mask;
    for (unsigned l = 0; l < kLanes; ++l) {
        mask.lane[l] = static_cast<Value>(a.lane[l] != b.lane[l] ? -1 : 0);
    }
    return mask;
}
template <class Value>
inline Lanes<Value> min(const Lanes<Value>& a, const Lanes<Value>& b) {
    return lanewise(a, b, [](int x, int y) { return x < y ? x : y; });
}
template <class Value>
inline Lanes<Value> max(const Lanes<Value>& a, const Lanes<Value>& b) {
    return lanewise(a, b, [](int x, int y) { return x > y ? x : y; });
}
template <class Value>
inline Lanes<Value> add(const Lanes<Value>& a, const Lanes<Value>& b) {
    return lanewise(a, b, [](int x, int y) { return x + y; });
}
template <class Value>
inline Lanes<Value> subtract(const Lanes<Value>& a, const Lanes<Value>& b) {
    return lanewise(a, b, [](int x, int y) { return x - y; });
}
template <class Value>
inline Lanes<Value> subtract_saturated(const Lanes<Value>& a, const Lanes<Value>& b) {
    return lanewise(a, b, [](int x, int y) { return saturated<Value>(x - y); });
}
template <class Value>
inline Lanes<Value> negate(const Lanes<Value>& a) {
    return subtract_saturated(Lanes<Value>::fill(0), a);
}
// b in the lanes of the mask, a elsewhere
template <class Value>
inline Lanes<Value> select(const LaneMask<Value>& m, const Lanes<Value>& a, const Lanes<Value>& b) {
    Lanes<Value> row;
    for (unsigned l = 0; l < kLanes; ++l) {
        row.lane[l] = static_cast<Value>((b.lane[l] & m.lane[l]) | (a.lane[l] & ~m.lane[l]));
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
inline Lanes<Value> add_where(const LaneMask<Value>& m, const Lanes<Value>& a,
                              const Lanes<Value>& b) {
    return select(m, a, add(a, b));
}
template <class Value>
inline Lanes<Value> multiply_sign(const Lanes<Value>& a, Value sign) {
    return lanewise(a, Lanes<Value>::fill(sign), [](int x, int s) { return x * s; });
}
template <unsigned k, class Value>
inline Lanes<Value> swap(const Lanes<Value>& a) {
    Lanes<Value> row;
    for (unsigned l = 0; l < kLanes; ++l) row.lane[l] = a.lane[l ^ 1U << k];
    return row;
}

}  // namespace
}  // namespace perfectplay

#include "block_kernels.hpp"

namespace perfectplay {
const Path kPortablePath = {"portable", kernels<std::int8_t>(), kernels<std::int16_t>()};
}  // namespace perfectplay
