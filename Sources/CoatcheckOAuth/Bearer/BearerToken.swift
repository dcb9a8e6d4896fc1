// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

/// Writes and reads the access token in an `Authorization` field.
///
/// There is no function that puts a token into a URL:
/// [RFC 9700 §4.3.2](https://www.rfc-editor.org/rfc/rfc9700#section-4.3.2) forbids it.
/// [RFC 6750 §2.1](https://www.rfc-editor.org/rfc/rfc6750#section-2.1).
public enum BearerToken {
  /// The value of the `Authorization` field for an access token.
  ///
  /// - Parameters:
  ///   - token: The access token: visible ASCII, at most 16 KiB.
  ///   - type: The `token_type` of the token reply, which becomes the scheme.
  /// - Throws: `misused` naming `access_token` or `token_type`, when it cannot be sent in a field.
  public static func field(_ token: Secret, type: String = "Bearer") throws(OAuthError) -> String {
    guard token.reveal().isVisibleASCII, token.reveal().utf8.count <= TokenGrant.maximumToken
    else {
      throw .misused("access_token", "The access token holds forbidden characters or is too long.")
    }
    guard HTTPField.Name(type) != nil else {
      throw .misused("token_type", "The token type holds forbidden characters.")
    }
    return "\(type) \(token.reveal())"
  }

  /// Reads the `Bearer` token of a request, as a resource server does.
  ///
  /// - Parameter head: The HTTP request.
  /// - Throws: `refused`: ``OAuthError/Code/credentialsMissing`` (401) without a `Bearer` token;
  ///   ``OAuthError/Code/invalidRequest`` (400) for two `Authorization` fields, a malformed token, or an
  ///   `access_token` in the query. The other parameters of the query are not read.
  public static func from(_ head: HTTPRequest) throws(OAuthError) -> Secret {
    try from(head, scheme: .bearer)
  }

  static func from(
    _ head: HTTPRequest, scheme: BearerChallenge.Scheme
  ) throws(OAuthError) -> Secret {
    guard !isInAddress(head) else {
      throw .refused(
        .invalidRequest, "The access token must not be in the address.", parameter: "access_token")
    }
    let fields = head.headerFields[values: .authorization]
    guard fields.count <= 1 else {
      throw .refused(.invalidRequest, "There is more than one Authorization field.")
    }
    let words = (fields.first ?? "").split(separator: " ", maxSplits: 1)
    guard words.first?.lowercased() == scheme.rawValue.lowercased() else {
      throw .refused(.credentialsMissing, "The request carries no access token.", status: 401)
    }
    // A `String` is read many times faster than a `Substring`.
    let token = words.count == 2 ? String(words[1]) : ""
    guard token.utf8.count <= TokenGrant.maximumToken, isB64Token(Array(token.utf8)) else {
      throw .refused(.invalidRequest, "The Authorization field holds no well-formed token.")
    }
    return Secret(token)
  }

  /// Whether a request has an `access_token` in its query.
  ///
  /// RFC 6750 §2.3: "The HTTP request URI query can include other request-specific parameters". Those
  /// belong to the resource server and may be repeated or encoded in any way, so only the names are
  /// decoded.
  static func isInAddress(_ head: HTTPRequest) -> Bool {
    guard let path = head.path, let mark = path.utf8.firstIndex(of: UInt8(ascii: "?")) else {
      return false
    }
    return path.utf8[path.utf8.index(after: mark)...].split(separator: UInt8(ascii: "&")).contains {
      FormEncoding.decode($0.prefix { $0 != UInt8(ascii: "=") }) == "access_token"
    }
  }

  /// b64token = 1*( ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/" ) *"="
  private static func isB64Token(_ text: [UInt8]) -> Bool {
    guard let last = text.lastIndex(where: { $0 != UInt8(ascii: "=") }) else { return false }
    return text[...last].allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
      case UInt8(ascii: "+"), UInt8(ascii: "/"): true
      default: false
      }
    }
  }
}
