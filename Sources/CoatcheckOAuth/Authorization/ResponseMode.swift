// SPDX-License-Identifier: Apache-2.0

/// How the authorization server hands the answer to the client.
///
/// [OAuth 2.0 Multiple Response Types](https://openid.net/specs/oauth-v2-multiple-response-types-1_0.html),
/// [Form Post](https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html) and, for answers in a signed JWT,
/// [JARM](https://openid.net/specs/oauth-v2-jarm.html).
public enum ResponseMode: String, Sendable, Hashable, CaseIterable {
  /// In the query of the redirect URI. The usual way for codes.
  case query
  /// In the fragment of the redirect URI. The usual way where tokens come through the browser.
  case fragment
  /// In a form which the browser posts to the redirect URI.
  case formPost = "form_post"
  /// As a JWT, in the usual place: for codes the query.
  case jwt
  /// As a JWT in the query of the redirect URI.
  case queryJWT = "query.jwt"
  /// As a JWT in the fragment of the redirect URI.
  case fragmentJWT = "fragment.jwt"
  /// As a JWT in a form which the browser posts to the redirect URI.
  case formPostJWT = "form_post.jwt"

  /// Whether the answer is a signed JWT.
  public var isJWT: Bool {
    switch self {
    case .query, .fragment, .formPost: false
    case .jwt, .queryJWT, .fragmentJWT, .formPostJWT: true
    }
  }

  /// Where an answer is.
  enum Place {
    case query, fragment, form
  }

  /// Where the answer to a request for a code is.
  var place: Place {
    switch self {
    // JARM §2.3.4: "The default response mode for the response_type "code" is "query.jwt"".
    case .query, .jwt, .queryJWT: .query
    case .fragment, .fragmentJWT: .fragment
    case .formPost, .formPostJWT: .form
    }
  }
}
