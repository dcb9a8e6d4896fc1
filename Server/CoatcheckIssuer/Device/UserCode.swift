// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth

/// A user code of the device authorization grant: eight letters of an alphabet of twenty, in two groups.
///
/// "a character set of case-insensitive A-Z characters, with no vowels" has no words, and none of its
/// letters looks like a digit or another one. 34.6 bits, for ten minutes and ten tries.
/// [RFC 8628 §6.1](https://www.rfc-editor.org/rfc/rfc8628#section-6.1)
public struct UserCode: Sendable {
  static let alphabet = Array("BCDFGHJKLMNPQRSTVWXZ".utf8)
  static let length = 8

  /// The letters, without the dash.
  public let letters: String

  /// Creates a random user code.
  ///
  /// - Parameter environment: The source of random bytes.
  public init(environment: RuntimeEnvironment) {
    var letters: [UInt8] = []
    while letters.count < Self.length {
      // Only bytes below 240 are used: each of the 20 letters then has the same probability, 12 in 240.
      for byte in environment.random(Self.length) where byte < 240 && letters.count < Self.length {
        letters.append(Self.alphabet[Int(byte) % Self.alphabet.count])
      }
    }
    self.letters = String(decoding: letters, as: UTF8.self)
  }

  /// Reads the code that a user typed.
  ///
  /// "the server should … be case-insensitive" and "ignore any characters that are not in the user code
  /// character set": spaces and dashes here.
  ///
  /// - Parameter typed: The text as it was typed.
  /// - Returns: Nil unless eight letters of the alphabet remain.
  public init?(typed: String) {
    let letters = typed.uppercased().filter { $0 != " " && $0 != "-" && $0 != "\u{2013}" }
    guard letters.utf8.count == Self.length, letters.utf8.allSatisfy(Self.alphabet.contains) else {
      return nil
    }
    self.letters = letters
  }

  /// The code as it is shown: `BCDF-GHJK`.
  public var text: String { letters.prefix(4) + "-" + letters.suffix(4) }

  /// The digest under which the store finds the device. The code itself is not stored.
  public var digest: TokenDigest { TokenDigest(of: Secret("user-code " + letters)) }
}
