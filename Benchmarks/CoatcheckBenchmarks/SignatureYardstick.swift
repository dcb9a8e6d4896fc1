// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE

#if canImport(Glibc)
  // Several C modules include timespec, and the compiler takes it for a member of one of them.
  import CDispatch
  import Glibc
  #if canImport(CNIOLinux)
    import CNIOLinux
  #endif
#else
  import Foundation
#endif

/// What a raw RSA signature takes on this machine just now: it is the same work in each round, so that a round
/// in which it takes longer is one in which the machine was slower.
struct SignatureYardstick: Sendable {
  private let key: SigningKey

  /// A yardstick with a key of its own.
  init() throws { key = try SigningKey.generate(.rs256) }

  /// Does something, and signs now and then meanwhile.
  ///
  /// - Returns: What came of it, and the processor time of a signature in seconds, by median.
  func time<R: Sendable>(
    _ work: @escaping @Sendable () async throws -> R
  ) async throws -> (R, Double) {
    let signing = Task { [key] in
      var times: [Double] = []
      // As long as an ID token's signing input.
      let text = [UInt8](repeating: 0x41, count: 700)
      while !Task.isCancelled {
        // No thread is changed within it.
        let begin = Self.threadTime()
        _ = try key.signature(for: text)
        times.append(Self.threadTime() - begin)
        try? await Task.sleep(for: .milliseconds(20))
      }
      return times.sorted()
    }
    let result: R
    do {
      result = try await work()
    } catch {
      signing.cancel()
      throw error
    }
    signing.cancel()
    let times = try await signing.value
    return (result, times[times.count / 2])
  }

  private static func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
