// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import HTTPTypes

/// Which types of access tokens a client accepts.
public enum TokenTypeRule: String, Sendable, Hashable {
  /// `Bearer`, and `DPoP` where the token was requested with a proof; also the dialect's
  /// ``Dialect/defaultTokenType``.
  case understood
  /// Every type: its name becomes the scheme of the `Authorization` field, followed by the token as it
  /// is.
  case any

  /// The type of the token in a token reply, as it is written in an `Authorization` field.
  ///
  /// - Parameters:
  ///   - json: The JSON object of the response.
  ///   - unnamed: The type if the response has no `token_type`; nil to refuse such a response.
  /// - Throws: `unreadable` naming `token_type`; the token must not be used.
  func type(in json: JSONObject, unnamed: String?) throws(OAuthError) -> String {
    // RFC 6749 §5.1: "token_type REQUIRED. The type of the token issued […] Value is case insensitive."
    guard let text = try Self.named(in: json) ?? unnamed else {
      throw Self.refusal("The reply does not name the type of its token.")
    }
    try check(text, unnamed: unnamed)
    return text.lowercased() == "bearer" ? "Bearer" : text
  }

  /// Checks that the client may use tokens of a type.
  ///
  /// - Throws: As ``type(in:unnamed:)``.
  func check(_ type: String, unnamed: String?) throws(OAuthError) {
    // RFC 6749 §7.1: "The client MUST NOT use an access token if it does not understand the token type."
    guard self == .any || ["bearer", "dpop", unnamed?.lowercased()].contains(type.lowercased())
    else {
      throw Self.refusal("The reply has a token of a type that this client does not understand.")
    }
  }

  /// The `token_type` of the response. It becomes the scheme of the `Authorization` field, so that it has
  /// to match the grammar `token` of HTTP.
  private static func named(in json: JSONObject) throws(OAuthError) -> String? {
    switch json["token_type"] {
    case nil, .null, .string(""): return nil
    case .string(let text) where text.utf8.count <= 64 && HTTPField.Name(text) != nil: return text
    default: throw refusal("The token type cannot be used.")
    }
  }

  private static func refusal(_ reason: String) -> OAuthError {
    .unreadable(.replyMalformed, reason, parameter: "token_type", status: 200)
  }
}
