// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation

extension AuthorizationTransaction {
  /// Checks the authorization response in a callback URL, and returns its code.
  ///
  /// The redirect URI, the age of the sign-in, `state`
  /// ([RFC 6749 §10.12](https://www.rfc-editor.org/rfc/rfc6749#section-10.12)) and `iss`
  /// ([RFC 9207 §2.4](https://www.rfc-editor.org/rfc/rfc9207#section-2.4)) are compared first, also for an
  /// error response.
  ///
  /// - Parameters:
  ///   - callback: The whole URL that the browser was redirected to, with query and fragment.
  ///   - now: The wall-clock time at which it arrived.
  /// - Throws: `unreadable` when the response must not be used: ``OAuthError/Code/callbackMalformed``,
  ///   ``OAuthError/Code/stateMismatch``, ``OAuthError/Code/issuerMismatch`` or
  ///   ``OAuthError/Code/transactionExpired``; `refused` with the server's code when it returned an error;
  ///   `misused` when the response mode is one with a JWT, whose signature has to be verified first: use
  ///   ``response(in:at:)``. No token request is possible then.
  public func reply(from callback: String, at now: Date) throws(OAuthError) -> AuthorizationReply {
    let uri = try RedirectURI(redirectURI)
    switch responseMode {
    case .query: return try reply(uri.parameters(of: callback), at: now)
    case .fragment: return try reply(uri.fragmentParameters(of: callback), at: now)
    case .formPost, .formPostJWT:
      _ = try uri.parameters(of: callback)
      throw .unreadable(
        .callbackMalformed, "The answer is in the callback's query and was asked for as a form.")
    case .jwt, .queryJWT, .fragmentJWT:
      _ = try response(in: callback, at: now)
      throw .misused("callback", "The answer is a JWT, whose signature has to be verified first.")
    }
  }

  /// Checks an authorization response that the browser posted as a form (`response_mode=form_post`).
  ///
  /// - Parameters:
  ///   - body: The body of the `POST`, a form in UTF-8 of at most 1 MiB.
  ///   - now: The wall-clock time at which it arrived.
  /// - Throws: As ``reply(from:at:)``; `unreadable`, ``OAuthError/Code/callbackMalformed``, also when the
  ///   response was requested in another mode.
  public func reply(fromForm body: Data, at now: Date) throws(OAuthError) -> AuthorizationReply {
    guard responseMode == .formPost else {
      throw .unreadable(
        .callbackMalformed, "The answer is in a form and was asked for in the callback's query.")
    }
    return try reply(try CallbackParameters.read(form: body), at: now)
  }

  private func reply(_ parameters: Parameters, at now: Date) throws(OAuthError)
    -> AuthorizationReply
  {
    try checkAge(at: now)
    guard parameters["response"] == nil else {
      throw .unreadable(
        .callbackMalformed, "The answer is a JWT, which was not asked for.", parameter: "response")
    }
    try checkState(parameters["state"])
    try checkIssuer(parameters["iss"])
    return try believed(parameters)
  }

  func checkAge(at now: Date) throws(OAuthError) {
    // The difference is compared in both directions, so that setting the clock back does not extend the
    // lifetime.
    guard abs(now.timeIntervalSince(startedAt)) <= Self.lifetime else {
      throw .unreadable(.transactionExpired, "The sign-in took longer than ten minutes.")
    }
  }

  /// The authorization code in a response whose state and issuer were checked.
  func believed(_ parameters: Parameters) throws(OAuthError) -> AuthorizationReply {
    // An error response is reported only now, when it is known to be from the issuer of this sign-in.
    try CallbackParameters.checkResponse(parameters, successful: "code")
    guard let code = parameters["code"], code.isVSCHAR, code.utf8.count <= 4096 else {
      throw .unreadable(
        .callbackMalformed,
        "The callback's code is missing, too long or holds forbidden characters.",
        parameter: "code")
    }
    return AuthorizationReply(code: Secret(code), transaction: self)
  }

  /// RFC 6749 §10.12: "The client MUST implement CSRF protection for its redirection URI."
  func checkState(_ received: String?) throws(OAuthError) {
    guard let received, Secret(received).matches(state) else {
      throw .unreadable(
        .stateMismatch, "The callback does not belong to this sign-in.", parameter: "state")
    }
  }

  /// RFC 9207 §2.4: "clients MUST compare the result to the issuer identifier of the authorization
  /// server where the authorization request was sent to […] If the values do not match, clients
  /// MUST NOT proceed with the authorization grant." And where the server promises the parameter,
  /// "clients MUST reject authorization responses without the iss parameter".
  func checkIssuer(_ received: String?) throws(OAuthError) {
    guard let received else {
      guard !issRequired else {
        throw .unreadable(
          .issuerMismatch, "The callback does not say which issuer it comes from.", parameter: "iss"
        )
      }
      return
    }
    guard received.isExactly(issuer.text) else {
      throw .unreadable(
        .issuerMismatch, "The callback comes from another issuer than was asked.", parameter: "iss")
    }
  }
}
