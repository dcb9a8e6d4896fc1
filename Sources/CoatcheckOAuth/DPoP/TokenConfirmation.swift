// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// What an access token is bound to: its `cnf` claim.
///
/// [RFC 7800 §3.1](https://www.rfc-editor.org/rfc/rfc7800#section-3.1),
/// [RFC 9449 §6](https://www.rfc-editor.org/rfc/rfc9449#section-6),
/// [RFC 8705 §3.1](https://www.rfc-editor.org/rfc/rfc8705#section-3.1).
public struct TokenConfirmation: Sendable, Hashable {
  /// `jkt`: the SHA-256 thumbprint of the key of the DPoP proofs.
  public var thumbprint: String?
  /// `x5t#S256`: the SHA-256 thumbprint of the client's TLS certificate.
  public var certificateThumbprint: String?

  /// A binding to a key, to a certificate, or to both.
  public init(thumbprint: String? = nil, certificateThumbprint: String? = nil) {
    self.thumbprint = thumbprint
    self.certificateThumbprint = certificateThumbprint
  }

  /// Reads the claim; nil when the token has none.
  ///
  /// - Parameter claims: The claims of a token, or the members of an introspection reply.
  /// - Throws: `unreadable` naming `cnf`, when it cannot be read or binds the token in a way not known here:
  ///   a server that accepts the token nevertheless accepts it from any sender.
  public init?(in claims: JSONObject) throws(OAuthError) {
    guard let value = claims["cnf"] else { return nil }
    guard let json = value.objectValue, !json.isEmpty else { throw Self.malformed }
    for (name, value) in json {
      switch name {
      case "jkt": thumbprint = try Self.text(value)
      case "x5t#S256": certificateThumbprint = try Self.text(value)
      default: throw Self.malformed
      }
    }
  }

  /// The value of the claim.
  public var json: JSONObject {
    var json = JSONObject()
    json["jkt"] = thumbprint.map(JSONValue.string)
    json["x5t#S256"] = certificateThumbprint.map(JSONValue.string)
    return json
  }

  private static func text(_ value: JSONValue) throws(OAuthError) -> String {
    // Both are the base64url of 32 bytes.
    guard let text = value.stringValue, (try? Base64URL.decode(text))?.count == 32 else {
      throw malformed
    }
    return text
  }

  private static let malformed = OAuthError.unreadable(
    .tokenMalformed, "The token is bound in a way that is not known here.", parameter: "cnf")
}
