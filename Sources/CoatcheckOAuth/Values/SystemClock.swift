// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
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
      let time = read(CLOCK_BOOTTIME)
      return Duration(
        secondsComponent: Int64(time.tv_sec),
        attosecondsComponent: Int64(time.tv_nsec) * 1_000_000_000)
    #else
      return origin.duration(to: .now)
    #endif
  }

  #if canImport(Glibc)
    private static func read(_ clock: clockid_t) -> timespec {
      var time = timespec()
      clock_gettime(clock, &time)
      return time
    }
  #else
    private static let origin = ContinuousClock.now
  #endif
}
