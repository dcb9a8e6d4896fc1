// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// Authorization responses in a signed JWT.
///
/// [JARM](https://openid.net/specs/oauth-v2-jarm.html).
extension AuthorizationTransaction {
  /// Returns the JWT in a callback URL. Its signature is not verified: verify it with the issuer's keys,
  /// then call ``reply(from:at:leeway:)``.
  ///
  /// - Parameters:
  ///   - callback: The whole URL that the browser was redirected to, with query and fragment.
  ///   - now: The wall-clock time at which it arrived.
  /// - Throws: `unreadable`: ``OAuthError/Code/callbackMalformed`` without a JWT, or with unsigned
  ///   parameters of a response beside it; ``OAuthError/Code/issuerMismatch`` when an `iss` beside it names
  ///   another issuer; ``OAuthError/Code/transactionExpired``. `misused` when the response mode of this
  ///   sign-in has no JWT in the URL.
  public func response(in callback: String, at now: Date) throws(OAuthError) -> Secret {
    guard responseMode.isJWT, responseMode.place != .form else { throw Self.notPrompted }
    let uri = try RedirectURI(redirectURI)
    let parameters =
      responseMode.place == .query
      ? try uri.parameters(of: callback) : try uri.fragmentParameters(of: callback)
    return try response(parameters, at: now)
  }

  /// Returns the JWT in an authorization response that the browser posted as a form
  /// (`response_mode=form_post.jwt`). Its signature is not verified.
  ///
  /// - Parameters:
  ///   - body: The body of the `POST`, a form in UTF-8 of at most 1 MiB.
  ///   - now: The wall-clock time at which it arrived.
  /// - Throws: As ``response(in:at:)``; `misused` when the response mode of this sign-in is another one.
  public func response(inForm body: Data, at now: Date) throws(OAuthError) -> Secret {
    guard responseMode == .formPostJWT else { throw Self.notPrompted }
    return try response(CallbackParameters.read(form: body), at: now)
  }

  private static let notPrompted = OAuthError.misused(
    "callback", "No JWT was asked for in this place.")

  private func response(_ parameters: Parameters, at now: Date) throws(OAuthError) -> Secret {
    try checkAge(at: now)
    // A parameter of the response outside of the JWT is not signed, so that the callback is refused.
    let bare = ["code", "error", "access_token", "id_token"].first { parameters[$0] != nil }
    if let bare {
      throw .unreadable(
        .callbackMalformed, "There is an answer beside the JWT that was asked for.",
        parameter: bare)
    }
    // RFC 9207 §2.4: the client compares `iss` whenever it is present, in addition to the claim of the JWT.
    if let issuer = parameters["iss"], !issuer.isExactly(self.issuer.text) {
      throw .unreadable(
        .issuerMismatch, "The callback comes from another issuer than was asked.",
        parameter: "iss")
    }
    guard let response = parameters["response"], response.isVisibleASCII else {
      throw .unreadable(
        .callbackMalformed, "The callback holds no JWT, which was asked for.",
        parameter: "response")
    }
    return Secret(response)
  }

  /// Whether the unverified `state` in a JWT is that of a sign-in. Use it only to select one of the pending
  /// sign-ins.
  package static func isClaimed(by response: Secret, state: Secret) -> Bool {
    claimedState(in: response)?.matches(state) ?? false
  }

  /// The `state` in a JWT whose signature is not verified; nil when it has none.
  package static func claimedState(in response: Secret) -> Secret? {
    guard let token = try? UnverifiedJWT(response.reveal()),
      let claimed = try? token.unverifiedClaimsForDisplay()["state"]?.stringValue
    else { return nil }
    return Secret(claimed)
  }

  /// Checks the claims of an authorization response whose signature is verified, and returns its code.
  ///
  /// [JARM §2.4](https://openid.net/specs/oauth-v2-jarm.html).
  ///
  /// - Parameters:
  ///   - token: The JWT, verified with the issuer's keys and the algorithm of
  ///     `authorization_signed_response_alg`.
  ///   - now: The wall-clock time, corrected to the issuer's clock where that is known.
  ///   - leeway: The maximum difference of the clocks, in seconds.
  /// - Throws: `unreadable` when the response must not be used: ``OAuthError/Code/callbackMalformed``
  ///   naming `typ`, `aud`, `exp` or `code`; ``OAuthError/Code/issuerMismatch``,
  ///   ``OAuthError/Code/stateMismatch``, or ``OAuthError/Code/transactionExpired`` for an expired JWT.
  ///   `refused` with the server's code when it returned an error.
  public func reply(
    from token: VerifiedJWT, at now: Date, leeway: TimeInterval = 30
  ) throws(OAuthError) -> AuthorizationReply {
    guard token.header.type == nil || token.header.hasType("JWT") else {
      throw .unreadable(
        .callbackMalformed, "The answer is another kind of JWT.", parameter: "typ")
    }
    let claims = token.claims
    // JARM §4.4: "The client obtains the iss element from the JWT and checks whether its value is well known
    // and identifies the expected issuer of the authorization process in examination. If the check fails,
    // the client MUST abort processing".
    guard claims["iss"]?.stringValue?.isExactly(issuer.text) == true else {
      throw .unreadable(
        .issuerMismatch, "The answer comes from another issuer than was asked.", parameter: "iss")
    }
    // "The client obtains the aud element from the JWT and checks whether it matches the client id the client
    // used to identify itself in the corresponding authorization request."
    let audience = claims["aud"].map { $0.arrayValue ?? [$0] } ?? []
    guard audience.count == 1, audience[0].stringValue?.isExactly(clientID) == true else {
      throw .unreadable(
        .callbackMalformed, "The answer is for another client.", parameter: "aud")
    }
    // "The client checks the JWT's exp element to determine if the JWT is still valid."
    let endless = OAuthError.unreadable(
      .callbackMalformed, "The answer does not say when it ends.", parameter: "exp")
    guard let end = try NumericDate.read("exp", in: claims, orThrow: endless) else { throw endless }
    guard now < end.addingTimeInterval(leeway) else {
      throw .unreadable(.transactionExpired, "The answer has expired.", parameter: "exp")
    }
    var parameters = Parameters()
    for (name, value) in claims { parameters[name] = value.stringValue }
    try checkState(parameters["state"])
    return try believed(parameters)
  }
}
