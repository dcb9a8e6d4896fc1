// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

/// Where a hosted page redirects the browser at the end, and how its result is bound to the call that
/// requested the page.
public struct PageDestination: Sendable, Hashable {
  /// The redirect URI: one that is registered for the application.
  public let redirectURI: String
  /// The value that the redirect returns in `state`.
  public let state: String
  /// The code challenge (`S256`) of the code verifier with which the result is requested:
  /// ``HostedCompletion/verifier``. See
  /// [RFC 7636 §4.2](https://www.rfc-editor.org/rfc/rfc7636#section-4.2).
  public let codeChallenge: String

  /// Creates a destination.
  ///
  /// - Parameters:
  ///   - redirectURI: The redirect URI: one that is registered for the application.
  ///   - state: The value that the redirect returns in `state`.
  ///   - codeChallenge: The code challenge (`S256`) of the code verifier with which the result is
  ///     requested: ``HostedCompletion/verifier``. See
  ///     [RFC 7636 §4.2](https://www.rfc-editor.org/rfc/rfc7636#section-4.2).
  public init(redirectURI: String, state: String, codeChallenge: String) {
    self.redirectURI = redirectURI
    self.state = state
    self.codeChallenge = codeChallenge
  }

  func write(to body: inout JSONObject) {
    body["redirect_uri"] = .string(redirectURI)
    body["state"] = .string(state)
    body["code_challenge"] = .string(codeChallenge)
  }

  /// - Throws: `parameterMissing` or `parameterType`, naming the member.
  init(_ body: JSONObject) throws(Refusal) {
    self.init(
      redirectURI: try body.required("redirect_uri"), state: try body.required("state"),
      codeChallenge: try body.required("code_challenge"))
  }
}
