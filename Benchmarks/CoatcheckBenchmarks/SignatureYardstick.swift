// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE

#if canImport(Glibc)
  // `timespec` is in several C modules, and the compiler attributes it to one of these.
  import CDispatch
  import Glibc
  #if canImport(CNIOLinux)
    import CNIOLinux
  #endif
#else
  import Foundation
#endif

/// The time of a raw RSA signature during a measurement. The work is always the same: if the signature
/// takes longer, the machine was slower in that round.
struct SignatureYardstick: Sendable {
  private let key: SigningKey

  /// A yardstick with a key of its own.
  init() throws { key = try SigningKey.generate(.rs256) }

  /// Runs a piece of work, and measures signatures while it runs.
  ///
  /// - Returns: The result of the work, and the median processor time of a signature in seconds.
  func time<R: Sendable>(
    _ work: @escaping @Sendable () async throws -> R
  ) async throws -> (R, Double) {
    let signing = Task { [key] in
      var times: [Double] = []
      // As long as an ID token's signing input.
      let text = [UInt8](repeating: 0x41, count: 700)
      while !Task.isCancelled {
        // There is no suspension point, so that the thread stays the same.
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
