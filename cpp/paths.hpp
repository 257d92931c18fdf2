// Which kernels this machine can run.
#pragma once

#include <string_view>
#include <vector>

#include "kernel.hpp"

namespace perfectplay {

// The paths that work here, the fastest first.
inline std::vector<const Path*> usable_paths() {
    std::vector<const Path*> paths;
#if defined(PERFECTPLAY_X86)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi")) {
        paths.push_back(&kAvx512Path);
    }
    if (__builtin_cpu_supports("avx2")) paths.push_back(&kAvx2Path);
#endif
    paths.push_back(&kPortablePath);
    return paths;
}

// The path of this name, or the fastest for an empty one; null if it does not work here.
inline const Path* find_path(std::string_view name) {
    for (const Path* path : usable_paths()) {
        if (name.empty() || name == path->name) return path;
    }
    return nullptr;
}

}  // namespace perfectplay
