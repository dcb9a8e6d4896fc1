// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
#if canImport(Glibc)
  import Glibc
  import Synchronization
#endif

/// The clocks of the system, read in the fastest way.
///
/// Most of the time to return a valid token is spent on reading the clock twice. On Linux, the wall clock
/// is therefore the coarse one, which lags by at most four milliseconds.
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

  /// The monotonic time since the machine was started, which includes sleep.
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
    // The clock that includes sleep, CLOCK_BOOTTIME, has no coarse form and takes five times as long. It is
    // read only when the difference between the wall clock and CLOCK_MONOTONIC, which stops in sleep, has
    // changed: then the machine slept, or its wall clock was set.
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
