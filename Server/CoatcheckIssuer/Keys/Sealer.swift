// SPDX-License-Identifier: Apache-2.0
import Crypto

public import CoatcheckOAuth
import CoatcheckFoundation

/// Encrypts and authenticates bytes ("seals" them), so that only this server can open them again, and only
/// for the purpose that they were sealed for: a value that was made for one cookie does not open as
/// another.
///
/// AES-256-GCM under a key derived from the master key by purpose; the purpose and a context are
/// authenticated as well. Layout: version, nonce (12), ciphertext, tag (16).
public struct Sealer: Sendable {
  /// What a sealed value or a tag is for. Each purpose has a key of its own.
  public struct Purpose: RawRepresentable, Hashable, Sendable {
    /// The word from which the key of the purpose is derived.
    public let rawValue: String
    /// Creates a purpose.
    ///
    /// - Parameter rawValue: A word that no other purpose has.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The private signing keys in the store.
    public static let signingKeys = Purpose(rawValue: "signing-keys")
    /// The state of one sign-in, in a cookie of the browser.
    public static let interaction = Purpose(rawValue: "interaction")
    /// One-time codes that are sent in messages: a tag of the digits, which cannot be opened.
    public static let messageCodes = Purpose(rawValue: "message-codes")
    /// The keys of counters: a tag, so that the store does not list users' phone numbers.
    public static let counters = Purpose(rawValue: "counters")
    /// The nonces for DPoP proofs: only the key is used.
    public static let nonces = Purpose(rawValue: "nonces")
    /// Pairwise subject identifiers: a tag, which cannot be opened.
    public static let subjects = Purpose(rawValue: "subjects")
    /// A response that is stored for a repetition of the same request.
    public static let answers = Purpose(rawValue: "answers")
  }

  private static let version: UInt8 = 1
  private let master: MasterKey
  let environment: RuntimeEnvironment

  /// Creates a sealer.
  ///
  /// - Parameters:
  ///   - master: The key from which the key of each purpose is derived.
  ///   - environment: The source of the random nonces.
  public init(master: MasterKey, environment: RuntimeEnvironment) {
    self.master = master
    self.environment = environment
  }

  /// Seals bytes.
  ///
  /// - Parameters:
  ///   - bytes: The plaintext.
  ///   - purpose: What the value is for; it opens for the same purpose only.
  ///   - context: More that the value is bound to, such as the name of the cookie. It is not in the result:
  ///     opening needs the same text. Empty unless given.
  /// - Returns: A version byte, the nonce (12 bytes), the ciphertext and the tag (16 bytes).
  /// - Throws: `misused` when the random source of the environment gives fewer than 12 bytes.
  public func seal(
    _ bytes: [UInt8], for purpose: Purpose, context: String = ""
  ) throws(OAuthError) -> [UInt8] {
    try Self.seal(
      bytes, under: master.derived(for: purpose.rawValue), bound: purpose.rawValue + "\0" + context,
      nonce: environment.random(12))
  }

  /// Opens what ``seal(_:for:context:)`` made.
  ///
  /// - Parameters:
  ///   - sealed: The sealed bytes; they may come from an untrusted source.
  ///   - purpose: The purpose that they were sealed for.
  ///   - context: The context that they were sealed with.
  /// - Returns: The plaintext; nil when the key, purpose or context differs, or the bytes were cut or
  ///   changed.
  public func open(_ sealed: [UInt8], for purpose: Purpose, context: String = "") -> [UInt8]? {
    Self.open(
      sealed, under: master.derived(for: purpose.rawValue), bound: purpose.rawValue + "\0" + context
    )
  }

  /// Authenticates texts with a key that is derived from the master key: HMAC-SHA-256
  /// ([RFC 2104](https://www.rfc-editor.org/rfc/rfc2104)).
  ///
  /// Each text is preceded by its length, so that `ab`, `c` and `a`, `bc` have different tags.
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
