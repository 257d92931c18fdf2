// A large piece of memory, on huge pages where the system has them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

#include "parallel.hpp"

#if defined(__unix__) || defined(__APPLE__)
#include <sys/mman.h>
#define PERFECTPLAY_HAVE_MMAP 1
#endif

namespace perfectplay {

class Memory {
public:
    Memory() = default;

    // Takes address space only; pages come with `touch` or first use. Throws std::bad_alloc.
    explicit Memory(std::size_t bytes) : bytes_(bytes) {
#if defined(PERFECTPLAY_HAVE_MMAP)
        void* const at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                              -1, 0);
        if (at == MAP_FAILED) throw std::bad_alloc();
        data_ = at;
#if defined(MADV_HUGEPAGE)
        if (bytes >= kPiece) madvise(data_, bytes, MADV_HUGEPAGE);
#endif
#else
        data_ = ::operator new(bytes, std::align_val_t{64});
#endif
    }
    Memory(Memory&& other) noexcept { swap(other); }
    Memory& operator=(Memory&& other) noexcept {
        swap(other);
        return *this;
    }
    ~Memory() {
        if (!data_) return;
#if defined(PERFECTPLAY_HAVE_MMAP)
        munmap(data_, bytes_);
#else
        ::operator delete(data_, std::align_val_t{64});
#endif
    }

    template <class Value>
    Value* as() const {
        return static_cast<Value*>(data_);
    }
    std::size_t bytes() const { return bytes_; }

    // Makes the system provide all pages now, so that solving does not wait for them.
    void touch(unsigned threads, const Progress& progress) const {
        auto* const bytes = static_cast<volatile std::uint8_t*>(data_);
        parallel_for(threads, (bytes_ + kPiece - 1) / kPiece, [&](std::size_t k) {
            if (progress.stop.load(std::memory_order_relaxed)) return;
            const std::size_t end = std::min(bytes_, (k + 1) * kPiece);
            for (std::size_t at = k * kPiece; at < end; at += kPage) bytes[at] = 0;
        });
    }

private:
    static constexpr std::size_t kPage = 4096;
    static constexpr std::size_t kPiece = std::size_t{1} << 21;

    void swap(Memory& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(bytes_, other.bytes_);
    }

    void* data_ = nullptr;
    std::size_t bytes_ = 0;
};

}  // namespace perfectplay
