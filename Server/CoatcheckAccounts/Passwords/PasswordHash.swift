// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import Crypto
import CryptoExtras
import CoatcheckFoundation

/// A stored password hash: `$scrypt$ln=15,r=8,p=3$SALT$HASH`.
///
/// Salt and hash are in base64 without padding, as in the PHC string format. The cost is stored with each
/// hash, so that the cost of new hashes can grow. Creating one is slow by design: use a
/// ``PasswordHasher``. It prints as `[redacted]`.
public struct PasswordHash: Sendable {
  /// The number of random bytes in a salt.
  package static let saltLength = 16
  private static let hashLength = 32

  /// The scrypt parameters with which it was computed.
  public let cost: ScryptCost
  private let salt: [UInt8]
  private let hash: [UInt8]

  /// Hashes a password. Blocks the calling thread.
  init(of password: Password, salt: [UInt8], cost: ScryptCost) throws(AccountError) {
    self.cost = cost
    self.salt = salt
    self.hash = try Self.derive(password, salt: salt, cost: cost)
  }

  /// A random value that is the hash of no known password, for users that do not exist.
  init(withoutUser random: (_ count: Int) -> [UInt8], cost: ScryptCost) {
    self.cost = cost
    salt = random(Self.saltLength)
    hash = random(Self.hashLength)
  }

  /// Reads a hash in its stored form.
  ///
  /// - Parameter text: A value of ``text``. Other spellings of the same hash are not accepted.
  /// - Throws: ``AccountError`` with `invalidHash` unless the text is exactly what ``text`` returns, with
  ///   a salt of 8 to 64 bytes and a cost within the bounds of ``ScryptCost``.
  public init(text: String) throws(AccountError) {
    let parts = Array(text.utf8)
      .split(separator: UInt8(ascii: "$"), omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0].isEmpty, parts[1].elementsEqual("scrypt".utf8),
      let figures = Self.figures(parts[2]),
      let salt = Self.bytes(parts[3]), (8...64).contains(salt.count),
      let hash = Self.bytes(parts[4]), hash.count == Self.hashLength
    else { throw AccountError(.invalidHash, "the stored password is no scrypt hash") }
    cost = try ScryptCost(logRounds: figures[0], blockSize: figures[1], passes: figures[2])
    self.salt = salt
    self.hash = hash
    guard parts[2].elementsEqual(cost.text.utf8) else {
      throw AccountError(.invalidHash, "the stored password is written in an unusual form")
    }
  }

  /// The form in which it is stored. Protect it like a password.
  public var text: String { "$scrypt$\(cost.text)$\(Self.base64(salt))$\(Self.base64(hash))" }

  /// Whether the password should be hashed again at the next sign-in, because the hash has another cost.
  public func needsRehash(to current: ScryptCost) -> Bool { cost != current }

  /// Whether this is the hash of the password, compared in constant time. Blocks the calling thread.
  func verifies(_ password: Password) throws(AccountError) -> Bool {
    ConstantTime.equal(try Self.derive(password, salt: salt, cost: cost), hash)
  }

  private static func derive(
    _ password: Password, salt: [UInt8], cost: ScryptCost
  ) throws(AccountError) -> [UInt8] {
    do {
      let key = try KDF.Scrypt.deriveKey(
        from: password.bytes, salt: salt, outputByteCount: hashLength, rounds: 1 << cost.logRounds,
        blockSize: cost.blockSize, parallelism: cost.passes)
      return key.withUnsafeBytes { Array($0) }
    } catch {
      throw AccountError(.busy, "there is not enough memory to check a password now")
    }
  }

  /// The three numbers of `ln=15,r=8,p=3`. Other characters are ignored; the caller compares the exact
  /// form.
  private static func figures(_ text: ArraySlice<UInt8>) -> [Int]? {
    // Three numbers of three digits each.
    guard text.count <= "ln=,r=,p=".utf8.count + 9 else { return nil }
    var figures = [0]
    for byte in text {
      switch byte {
      case 0x30...0x39: figures.append((figures.popLast() ?? 0) * 10 + Int(byte - 0x30))
      case UInt8(ascii: ","): figures.append(0)
      default: break
      }
    }
    return figures.count == 3 ? figures : nil
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let text = Base64URL.encode(bytes).utf8.map(otherAlphabet)
    return String(decoding: text, as: UTF8.self)
  }

  /// - Returns: Nil unless the text is exactly what ``base64(_:)`` returns for the bytes.
  private static func bytes(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    try? Base64URL.decode(String(decoding: text.lazy.map(otherAlphabet), as: UTF8.self))
  }

  /// Translates a character of base64 to base64url, or the reverse: only two characters differ.
  private static func otherAlphabet(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "+"): UInt8(ascii: "-")
    case UInt8(ascii: "-"): UInt8(ascii: "+")
    case UInt8(ascii: "/"): UInt8(ascii: "_")
    case UInt8(ascii: "_"): UInt8(ascii: "/")
    default: letter
    }
  }
}

extension PasswordHash: Equatable {
  /// Whether both are the same hash with the same salt and cost, in constant time.
  public static func == (one: PasswordHash, other: PasswordHash) -> Bool {
    ConstantTime.equal(one.text.utf8, other.text.utf8)
  }
}

extension PasswordHash: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always `[redacted]`.
  public var description: String { "[redacted]" }
  /// Always `[redacted]`.
  public var debugDescription: String { description }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
