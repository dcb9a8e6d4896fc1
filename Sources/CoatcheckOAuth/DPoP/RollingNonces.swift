// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
internal import Crypto
public import CoatcheckFoundation

/// The nonces that a server wants in DPoP proofs, made from the time and a key: nothing is remembered, and
/// all servers with the same key take each other's.
///
/// [RFC 9449 §8](https://www.rfc-editor.org/rfc/rfc9449#section-8).
public struct RollingNonces: Sendable {
  /// For how long one nonce is given out, in seconds. It is taken for as long again.
  public let period: TimeInterval
  private let key: SymmetricKey

  /// Nonces.
  ///
  /// - Parameters:
  ///   - key: 32 random bytes, the same on every server that shares the load.
  ///   - period: For how long one nonce is given out, in seconds, from 1 to 86,400.
  /// - Throws: `misused` naming `key` or `period`.
  public init(key: [UInt8], period: TimeInterval = 120) throws(OAuthError) {
    guard key.count >= 32 else { throw .misused("key", "The key of nonces is too short.") }
    guard (1...86_400).contains(period) else {
      throw .misused("period", "A nonce is given out for one second to one day.")
    }
    self.key = SymmetricKey(data: key)
    self.period = period
  }

  /// The nonce that is given out now.
  public func nonce(at now: Date) -> DPoPNonce? { DPoPNonce(text(step(at: now))) }

  /// Whether a nonce was given out now or in the period before.
  ///
  /// RFC 9449 §8: "The intent is that clients need to keep only one nonce value and servers keep a window of
  /// recent nonces."
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
  /// The period; never the key.
  public var description: String { "RollingNonces(every \(period) s)" }
  /// The period; never the key.
  public var customMirror: Mirror { Mirror(self, children: ["period": period]) }
}
