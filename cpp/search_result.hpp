// What a search says that is stopped after some work and taken up again.
#pragma once

namespace perfectplay::hitting {

enum class Result { none, found, unfinished };

}  // namespace perfectplay::hitting
