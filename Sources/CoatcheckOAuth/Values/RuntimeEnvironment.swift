// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckFoundation

/// What a program takes from the system besides the network: the time, random bytes and waiting.
///
/// Everything which needs one of them takes an environment, so that a test can hold the clock still and
/// repeat the same random bytes:
///
/// ```swift
/// var environment = RuntimeEnvironment.live
/// environment.now = { Date(timeIntervalSince1970: 1_700_000_000) }
/// ```
public struct RuntimeEnvironment: Sendable {
  /// Returns the wall-clock time.
  public var now: @Sendable () -> Date
  /// Returns the time since some fixed moment, on a monotonic clock that includes sleep, whatever happens
  /// to the wall clock.
  public var uptime: @Sendable () -> Duration
  /// Returns as many unpredictable bytes as requested.
  public var random: @Sendable (_ count: Int) -> [UInt8]
  /// Waits for a duration. It throws `CancellationError` when the task is cancelled meanwhile.
  public var sleep: @Sendable (Duration) async throws -> Void

  /// Creates an environment from functions.
  ///
  /// - Parameters:
  ///   - now: Returns the wall-clock time.
  ///   - random: Returns as many unpredictable bytes as requested. They become `state`, `nonce`, PKCE
  ///     verifiers and tokens, so outside tests they must come from a cryptographic generator.
  ///   - sleep: Waits for a duration. It throws `CancellationError` when the task is cancelled meanwhile.
  ///   - uptime: Returns the time of a monotonic clock; nil for the clock of this machine.
  public init(
    now: @escaping @Sendable () -> Date,
    random: @escaping @Sendable (_ count: Int) -> [UInt8],
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    uptime: (@Sendable () -> Duration)? = nil
  ) {
    self.now = now
    self.uptime = uptime ?? { SystemClock.uptime }
    self.random = random
    self.sleep = sleep
  }

  /// The clocks of this machine and the cryptographic random generator of the system.
  public static let live = RuntimeEnvironment(
    now: { SystemClock.now },
    random: { SystemRandom.bytes($0) },
    sleep: { try await Task.sleep(for: $0) })

  /// Returns a new random text in base64url without padding.
  ///
  /// - Parameter bytes: How many random bytes it encodes; 32 give 256 bits and 43 characters.
  public func token(bytes: Int = 32) -> String {
    Base64URL.encode(random(bytes))
  }

  /// A new random identifier of 22 characters. It does not begin with `-`, so that it can be an argument of
  /// a command.
  package func identifier() -> String {
    let text = token(bytes: 16)
    return text.hasPrefix("-") ? "A" + text.dropFirst() : text
  }
}
