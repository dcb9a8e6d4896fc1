// SPDX-License-Identifier: Apache-2.0

/// How the authorization server returns the authorization response to the client.
///
/// [OAuth 2.0 Multiple Response Types](https://openid.net/specs/oauth-v2-multiple-response-types-1_0.html),
/// [Form Post](https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html) and, for responses in a
/// signed JWT, [JARM](https://openid.net/specs/oauth-v2-jarm.html).
public enum ResponseMode: String, Sendable, Hashable, CaseIterable {
  /// In the query of the redirect URI: the default for codes.
  case query
  /// In the fragment of the redirect URI: the default where tokens are returned through the browser.
  case fragment
  /// In a form that the browser posts to the redirect URI.
  case formPost = "form_post"
  /// As a JWT in the default place: for codes the query of the redirect URI.
  case jwt
  /// As a JWT in the query of the redirect URI.
  case queryJWT = "query.jwt"
  /// As a JWT in the fragment of the redirect URI.
  case fragmentJWT = "fragment.jwt"
  /// As a JWT in a form that the browser posts to the redirect URI.
  case formPostJWT = "form_post.jwt"

  /// Whether the authorization response is a signed JWT.
  public var isJWT: Bool {
    switch self {
    case .query, .fragment, .formPost: false
    case .jwt, .queryJWT, .fragmentJWT, .formPostJWT: true
    }
  }

  /// Where the parameters of an authorization response are.
  enum Place {
    case query, fragment, form
  }

  /// Where the parameters are in this mode, for the response type `code`.
  var place: Place {
    switch self {
    // JARM §2.3.4: "The default response mode for the response_type "code" is "query.jwt"".
    case .query, .jwt, .queryJWT: .query
    case .fragment, .fragmentJWT: .fragment
    case .formPost, .formPostJWT: .form
    }
  }
}
