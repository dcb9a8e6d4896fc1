// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
internal import Crypto
public import CoatcheckFoundation

/// The nonces that a server requires in DPoP proofs, derived from the time and a key: nothing is stored,
/// and all servers with the same key accept each other's nonces.
///
/// [RFC 9449 §8](https://www.rfc-editor.org/rfc/rfc9449#section-8).
public struct RollingNonces: Sendable {
  /// For how long one nonce is issued, in seconds. It is accepted for the same time again afterwards.
  public let period: TimeInterval
  private let key: SymmetricKey

  /// Creates the nonces of one key.
  ///
  /// - Parameters:
  ///   - key: At least 32 random bytes, the same on every server that shares the load.
  ///   - period: For how long one nonce is issued, in seconds, from 1 to 86,400.
  /// - Throws: `misused` naming `key` when it is too short, or `period` when it is out of range.
  public init(key: [UInt8], period: TimeInterval = 120) throws(OAuthError) {
    guard key.count >= 32 else { throw .misused("key", "The key of nonces is too short.") }
    guard (1...86_400).contains(period) else {
      throw .misused("period", "A nonce is given out for one second to one day.")
    }
    self.key = SymmetricKey(data: key)
    self.period = period
  }

  /// The nonce to issue at `now`, of the wall clock, for the field `DPoP-Nonce`.
  public func nonce(at now: Date) -> DPoPNonce? { DPoPNonce(text(step(at: now))) }

  /// Whether a nonce was issued in the current period or in the one before.
  ///
  /// [RFC 9449 §8](https://www.rfc-editor.org/rfc/rfc9449#section-8): "The intent is that clients need to
  /// keep only one nonce value and servers keep a window of recent nonces."
  ///
  /// - Parameters:
  ///   - nonce: The `nonce` of a proof, of any length.
  ///   - now: The current time of the wall clock.
  public func isCurrent(_ nonce: String, at now: Date) -> Bool {
    let step = step(at: now)
    return [step, step - 1].contains { ConstantTime.equal(nonce.utf8, text($0).utf8) }
  }

  private func step(at now: Date) -> Int64 {
    Int64(clamping: Int((now.timeIntervalSince1970 / period).rounded(.down)))
  }

  private func text(_ step: Int64) -> String {
    let code = HMAC<SHA256>.authenticationCode(for: Array("dpop nonce \(step)".utf8), using: key)
    return Base64URL.encode(Array(code.prefix(16)))
  }
}

extension RollingNonces: CustomStringConvertible, CustomReflectable {
  /// The period, without the key.
  public var description: String { "RollingNonces(every \(period) s)" }
  /// The period, without the key.
  public var customMirror: Mirror { Mirror(self, children: ["period": period]) }
}
