// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

/// The nonce that a server wants in the next DPoP proofs.
///
/// [RFC 9449 §8](https://www.rfc-editor.org/rfc/rfc9449#section-8).
public struct DPoPNonce: Sendable, Hashable {
  /// The longest nonce that is believed, in bytes.
  public static let maximumLength = 1024

  /// The nonce itself; no secret, it is in every proof.
  public let text: String

  /// A nonce; nil when it is not one that could be sent.
  ///
  /// RFC 9449 §8.1: `nonce = 1*NQCHAR`, which is `%x21 / %x23-5B / %x5D-7E`.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.maximumLength, text.isVisibleASCII,
      !text.utf8.contains(0x22), !text.utf8.contains(0x5C)
    else { return nil }
    self.text = text
  }

  /// The nonce of a response; nil when it brought none, more than one, or one that could not be sent.
  public init?(in fields: HTTPFields) {
    let values = fields[values: .dPoPNonce]
    guard values.count == 1, let value = values.first else { return nil }
    self.init(value)
  }
}

extension HTTPField.Name {
  /// `DPoP`: the proof of a request.
  public static let dPoP = HTTPField.Name("DPoP")!
  /// `DPoP-Nonce`: the nonce for the next proofs.
  public static let dPoPNonce = HTTPField.Name("DPoP-Nonce")!
}
