// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// The key binding of an access token: its `cnf` claim.
///
/// [RFC 7800 §3.1](https://www.rfc-editor.org/rfc/rfc7800#section-3.1),
/// [RFC 9449 §6](https://www.rfc-editor.org/rfc/rfc9449#section-6),
/// [RFC 8705 §3.1](https://www.rfc-editor.org/rfc/rfc8705#section-3.1).
public struct TokenConfirmation: Sendable, Hashable {
  /// `jkt`: the SHA-256 JWK thumbprint of the DPoP key, as base64url.
  public var thumbprint: String?
  /// `x5t#S256`: the SHA-256 thumbprint of the client's TLS certificate, as base64url.
  public var certificateThumbprint: String?

  /// Creates a binding to a key, to a certificate, or to both.
  ///
  /// - Parameters:
  ///   - thumbprint: The SHA-256 JWK thumbprint of the DPoP key, 43 characters of base64url; nil without
  ///     one.
  ///   - certificateThumbprint: The SHA-256 thumbprint of the certificate, 43 characters of base64url; nil
  ///     without one.
  public init(thumbprint: String? = nil, certificateThumbprint: String? = nil) {
    self.thumbprint = thumbprint
    self.certificateThumbprint = certificateThumbprint
  }

  /// Reads the `cnf` claim; nil when the token has none and is a bearer token.
  ///
  /// - Parameter claims: The claims of a token, or the members of an introspection reply.
  /// - Throws: `unreadable`, ``OAuthError/Code/tokenMalformed`` naming `cnf`, when the claim cannot be read
  ///   or contains a kind of binding that is not supported. Reject the token then: accepted without its
  ///   binding, it could come from any sender.
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

  /// The value of the `cnf` claim.
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
