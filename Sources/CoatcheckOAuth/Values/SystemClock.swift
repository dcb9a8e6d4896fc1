// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
#if canImport(Glibc)
  import Glibc
  import Synchronization
#endif

/// The system's clocks, read in the cheapest way there is.
///
/// Handing out a token that is still good is two looks at a clock and little else. On Linux the wall
/// clock is therefore the coarse one, which lags by at most four milliseconds.
enum SystemClock {
  /// The wall-clock time.
  static var now: Date {
    #if canImport(Glibc)
      let time = read(CLOCK_REALTIME_COARSE)
      return Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9)
    #else
      return Date()
    #endif
  }

  /// The time since the machine was started, time asleep included.
  static var uptime: Duration {
    #if canImport(Glibc)
      let awake = nanoseconds(CLOCK_MONOTONIC_COARSE)
      let gap = nanoseconds(CLOCK_REALTIME_COARSE) - awake
      if abs(gap - knownGap.load(ordering: .acquiring)) > 500_000_000 {
        asleep.store(nanoseconds(CLOCK_BOOTTIME) - awake, ordering: .relaxed)
        knownGap.store(gap, ordering: .releasing)
      }
      return .nanoseconds(awake + asleep.load(ordering: .relaxed))
    #else
      return origin.duration(to: .now)
    #endif
  }

  #if canImport(Glibc)
    // The clock that goes on in sleep has no coarse form and costs five times as much. The machine slept,
    // or its wall clock was set, when the wall clock is another distance away from the clock that stands
    // still in sleep; only then is the dear one read.
    private static let asleep = Atomic<Int64>(0)
    private static let knownGap = Atomic<Int64>(.min / 2)

    private static func nanoseconds(_ clock: clockid_t) -> Int64 {
      let time = read(clock)
      return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private static func read(_ clock: clockid_t) -> timespec {
      var time = timespec()
      clock_gettime(clock, &time)
      return time
    }
  #else
    private static let origin = ContinuousClock.now
  #endif
}
