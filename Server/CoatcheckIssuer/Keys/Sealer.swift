// SPDX-License-Identifier: Apache-2.0
import Crypto

public import CoatcheckOAuth
import CoatcheckFoundation

/// Seals bytes so that only this issuer opens them again, and only for the purpose they were sealed
/// for: a value made for one cookie is nothing in another.
///
/// AES-256-GCM under a key derived from the master key by purpose; the purpose and a context are
/// authenticated as well. Layout: version, nonce (12), ciphertext, tag (16).
public struct Sealer: Sendable {
  /// What a sealed value is for.
  public struct Purpose: RawRepresentable, Hashable, Sendable {
    /// The word which separates the keys.
    public let rawValue: String
    /// Names a purpose.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The issuer's private signing keys at rest.
    public static let signingKeys = Purpose(rawValue: "signing-keys")
    /// The state of one sign-in, carried by the browser.
    public static let interaction = Purpose(rawValue: "interaction")
    /// The digits of codes in messages: a tag, nothing that opens again.
    public static let messageCodes = Purpose(rawValue: "message-codes")
    /// The key of a counter, so that the store does not list users' numbers.
    public static let counters = Purpose(rawValue: "counters")
    /// The nonces of proofs: a key, nothing that opens.
    public static let nonces = Purpose(rawValue: "nonces")
    /// What clients call users: a tag, nothing that opens.
    public static let subjects = Purpose(rawValue: "subjects")
    /// An answer that is kept for the same call made again.
    public static let answers = Purpose(rawValue: "answers")
  }

  private static let version: UInt8 = 1
  private let master: MasterKey
  let environment: RuntimeEnvironment

  /// Seals under keys derived from `master`.
  public init(master: MasterKey, environment: RuntimeEnvironment) {
    self.master = master
    self.environment = environment
  }

  /// Seals bytes.
  ///
  /// - Parameters:
  ///   - bytes: What is sealed.
  ///   - purpose: What it is for; it opens for the same purpose only.
  ///   - context: Something the opener knows as well, such as the name of the cookie.
  /// - Throws: `misused` only when the environment's random source is too short.
  public func seal(
    _ bytes: [UInt8], for purpose: Purpose, context: String = ""
  ) throws(OAuthError) -> [UInt8] {
    try Self.seal(
      bytes, under: master.derived(for: purpose.rawValue), bound: purpose.rawValue + "\0" + context,
      nonce: environment.random(12))
  }

  /// Opens what ``seal(_:for:context:)`` made.
  ///
  /// - Returns: Nil for anything else: another key, purpose or context, cut short, changed.
  public func open(_ sealed: [UInt8], for purpose: Purpose, context: String = "") -> [UInt8]? {
    Self.open(
      sealed, under: master.derived(for: purpose.rawValue), bound: purpose.rawValue + "\0" + context
    )
  }

  /// A tag of some texts that cannot be made without the master key: HMAC-SHA-256.
  ///
  /// [RFC 2104](https://www.rfc-editor.org/rfc/rfc2104). Each text goes in with its length before it, so
  /// that `ab`, `c` and `a`, `bc` differ.
  package func tag(of texts: [String], for purpose: Purpose) -> [UInt8] {
    var code = HMAC<SHA256>(key: master.derived(for: "tag/" + purpose.rawValue))
    for text in texts { code.update(data: Array("\(text.utf8.count):\(text)".utf8)) }
    return Array(code.finalize())
  }

  static func seal(
    _ bytes: [UInt8], under key: SymmetricKey, bound: String, nonce: [UInt8]
  ) throws(OAuthError) -> [UInt8] {
    do {
      let box = try AES.GCM.seal(
        bytes, using: key, nonce: AES.GCM.Nonce(data: nonce), authenticating: Array(bound.utf8))
      return [version] + nonce + box.ciphertext + box.tag
    } catch {
      throw .misused("environment.random", "Sealing needs 12 random bytes.")
    }
  }

  static func open(_ sealed: [UInt8], under key: SymmetricKey, bound: String) -> [UInt8]? {
    guard sealed.first == version, sealed.count >= 29 else { return nil }
    guard let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst()) else { return nil }
    return (try? AES.GCM.open(box, using: key, authenticating: Array(bound.utf8))).map(Array.init)
  }
}
