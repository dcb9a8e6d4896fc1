// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckFoundation
public import CoatcheckOAuth
import Crypto

/// The keys with which a website encrypts its cookies and sessions: the same on all of its servers.
///
/// To change the key, give the new one to all servers as an old key first, then as the current one, and
/// remove the former when the sessions that are encrypted with it have ended. No user is signed out by
/// that.
public struct WebKeys: Sendable {
  /// What a derived key is for. Each purpose has its own key, so that one key reveals nothing about
  /// another.
  enum Purpose: String, CaseIterable {
    case flow = "web flow"
    case session = "web session"
    case index = "web index"
  }

  private struct Key {
    let id: [UInt8]
    let secrets: [Purpose: SymmetricKey]

    init(_ key: SealingKey) {
      id = Array(key.id.utf8)
      secrets = Dictionary(
        uniqueKeysWithValues: Purpose.allCases.map { ($0, key.derived(for: $0.rawValue)) })
    }
  }

  private let keys: [Key]

  /// Creates a set of keys.
  ///
  /// - Parameters:
  ///   - current: The key that encrypts from now on.
  ///   - old: Keys that only decrypt what was encrypted before.
  public init(_ current: SealingKey, old: [SealingKey] = []) {
    keys = ([current] + old).map(Key.init)
  }

  /// Reads keys from files of 32 random bytes that no other user can read:
  /// `(umask 077; head -c 32 /dev/urandom > web.key)`.
  ///
  /// - Parameters:
  ///   - file: The path of the key that encrypts from now on.
  ///   - old: The paths of keys that only decrypt what was encrypted before.
  /// - Throws: `misused` naming `file`, with the whole path in the reason, when a file is missing, open
  ///   to other users, or not of that length.
  public init(file: String, old: [String] = []) throws(OAuthError) {
    var keys: [SealingKey] = []
    for path in [file] + old { keys.append(try Self.key(in: path)) }
    self.init(keys[0], old: Array(keys.dropFirst()))
  }

  private static func key(in file: String) throws(OAuthError) -> SealingKey {
    let path = URL(filePath: file).path
    let bytes = try SmallFile.read(path) {
      .misused("file", "\($0). The key file has to be one that only its owner can read: chmod 600.")
    }
    guard let bytes else {
      throw .misused(
        "file",
        "There is no key file \(path). To make one: (umask 077; head -c \(SealingKey.length) /dev/urandom > \(path))"
      )
    }
    guard bytes.count == SealingKey.length else {
      throw .misused(
        "file",
        "The key file \(path) has \(bytes.count) bytes, and a key has \(SealingKey.length).")
    }
    return try SealingKey(bytes)
  }

  /// Seals bytes: the key's id, then nonce, ciphertext and tag.
  ///
  /// [NIST SP 800-38D](https://doi.org/10.6028/NIST.SP.800-38D)
  ///
  /// - Parameter place: Where the result belongs. It cannot be opened at another place.
  func seal(_ content: [UInt8], for purpose: Purpose, at place: String) throws(OAuthError)
    -> [UInt8]
  {
    guard let key = keys.first, let secret = key.secrets[purpose],
      let box = try? AES.GCM.seal(
        content, using: secret, authenticating: Self.associated(key.id, place)),
      let sealed = box.combined
    else { throw .store("cannot seal a record") }
    return key.id + sealed
  }

  /// Opens what was sealed; nil when it was changed, belongs elsewhere, or is sealed with an unknown key.
  func open(_ bytes: [UInt8], for purpose: Purpose, at place: String) -> [UInt8]? {
    let id = bytes.prefix(16)
    guard let key = keys.first(where: { $0.id.elementsEqual(id) }),
      let secret = key.secrets[purpose],
      let box = try? AES.GCM.SealedBox(combined: bytes.dropFirst(id.count)),
      let content = try? AES.GCM.open(
        box, using: secret, authenticating: Self.associated(key.id, place))
    else { return nil }
    return Array(content)
  }

  /// A keyed hash of the parts, by which sessions are found. The parts cannot be derived from it.
  func hash(_ parts: [String]) -> String { hashes(parts)[0] }

  /// The keyed hash with each key, the current key first.
  func hashes(_ parts: [String]) -> [String] {
    let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
    return keys.compactMap { $0.secrets[.index] }.map { secret in
      Fingerprint.hexadecimal(
        Array(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: secret)))
    }
  }

  private static func associated(_ id: [UInt8], _ place: String) -> [UInt8] {
    id + Array(place.utf8)
  }
}

extension WebKeys: CustomStringConvertible {
  /// The number of keys; nothing of the keys.
  public var description: String { "WebKeys(\(keys.count))" }
}
