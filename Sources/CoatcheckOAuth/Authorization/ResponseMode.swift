// SPDX-License-Identifier: Apache-2.0

/// How the authorization server hands the answer to the client.
public enum ResponseMode: String, Sendable, Hashable {
  /// In the query of the redirect URI. The usual way for codes.
  case query
  /// In a form which the browser posts to the redirect URI.
  /// Specification: [Form Post](https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html).
  case formPost = "form_post"
}
