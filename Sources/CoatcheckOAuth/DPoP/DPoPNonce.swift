// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

/// The nonce that a server requires in the next DPoP proofs.
///
/// [RFC 9449 §8](https://www.rfc-editor.org/rfc/rfc9449#section-8).
public struct DPoPNonce: Sendable, Hashable {
  /// The maximum length of an accepted nonce, in bytes.
  public static let maximumLength = 1024

  /// The nonce. It is not a secret: every proof contains it.
  public let text: String

  /// Creates a nonce; nil when the text is empty, too long or contains a forbidden character.
  ///
  /// [RFC 9449 §8.1](https://www.rfc-editor.org/rfc/rfc9449#section-8.1): `nonce = 1*NQCHAR`, which is
  /// `%x21 / %x23-5B / %x5D-7E`.
  ///
  /// - Parameter text: The value of the field `DPoP-Nonce`, at most ``maximumLength`` bytes.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.maximumLength, text.isVisibleASCII,
      !text.utf8.contains(0x22), !text.utf8.contains(0x5C)
    else { return nil }
    self.text = text
  }

  /// The nonce in the fields of a response; nil when they contain no nonce, more than one, or one that is
  /// malformed.
  public init?(in fields: HTTPFields) {
    let values = fields[values: .dPoPNonce]
    guard values.count == 1, let value = values.first else { return nil }
    self.init(value)
  }
}

extension HTTPField.Name {
  /// `DPoP`: the proof in a request.
  public static let dPoP = HTTPField.Name("DPoP")!
  /// `DPoP-Nonce`: the nonce for the next proofs, in a response.
  public static let dPoPNonce = HTTPField.Name("DPoP-Nonce")!
}
