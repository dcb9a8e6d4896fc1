// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

/// The access token in an `Authorization` field.
///
/// There is no way here to put a token into an address: RFC 9700 §4.3.2 forbids it.
/// [RFC 6750 §2.1](https://www.rfc-editor.org/rfc/rfc6750#section-2.1).
public enum BearerToken {
  /// The field's value for a token.
  ///
  /// - Parameters:
  ///   - token: The access token.
  ///   - type: The token type that came with it.
  /// - Throws: `misused` when the token or the type would break the field.
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

  /// Reads the token of a request, as a server does.
  ///
  /// - Throws: `refused`: ``OAuthError/Code/credentialsMissing`` (401) without a Bearer field,
  ///   ``OAuthError/Code/invalidRequest`` (400) when there are two fields, a malformed one, or a
  ///   token in the address.
  public static func from(_ head: HTTPRequest) throws(OAuthError) -> Secret {
    try from(head, scheme: .bearer)
  }

  static func from(
    _ head: HTTPRequest, scheme: BearerChallenge.Scheme
  ) throws(OAuthError) -> Secret {
    let query = head.path.flatMap { path in
      path.firstIndex(of: "?").map { path[path.index(after: $0)...] }
    }
    if try Parameters(decoding: query ?? "")["access_token"] != nil {
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
    // A text of its own is read many times faster than a part of one.
    let token = words.count == 2 ? String(words[1]) : ""
    guard token.utf8.count <= TokenGrant.maximumToken, isB64Token(Array(token.utf8)) else {
      throw .refused(.invalidRequest, "The Authorization field holds no well-formed token.")
    }
    return Secret(token)
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
