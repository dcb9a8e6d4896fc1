// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// Answers in a signed JWT.
///
/// [JARM](https://openid.net/specs/oauth-v2-jarm.html).
extension AuthorizationTransaction {
  /// Takes the JWT out of a callback. Nothing in it may be believed before its signature is verified.
  ///
  /// - Parameters:
  ///   - callback: The whole address which the browser was sent to.
  ///   - now: When it arrived.
  /// - Throws: `unreadable`, ``OAuthError/Code/callbackMalformed``, also when there is an answer beside the
  ///   JWT, or ``OAuthError/Code/transactionExpired``; `misused` when no JWT was asked for.
  public func response(in callback: String, at now: Date) throws(OAuthError) -> Secret {
    guard responseMode.isJWT, responseMode.place != .form else { throw Self.notPrompted }
    let uri = try RedirectURI(redirectURI)
    let parameters =
      responseMode.place == .query
      ? try uri.parameters(of: callback) : try uri.fragmentParameters(of: callback)
    return try response(parameters, at: now)
  }

  /// Takes the JWT out of a callback that came as a form.
  ///
  /// - Throws: As ``response(in:at:)``.
  public func response(inForm body: Data, at now: Date) throws(OAuthError) -> Secret {
    guard responseMode == .formPostJWT else { throw Self.notPrompted }
    return try response(CallbackParameters.read(form: body), at: now)
  }

  private static let notPrompted = OAuthError.misused(
    "callback", "No JWT was asked for in this place.")

  private func response(_ parameters: Parameters, at now: Date) throws(OAuthError) -> Secret {
    try checkAge(at: now)
    // What stands beside the JWT is not signed.
    let bare = ["code", "error", "access_token", "id_token"].first { parameters[$0] != nil }
    if let bare {
      throw .unreadable(
        .callbackMalformed, "There is an answer beside the JWT that was asked for.",
        parameter: bare)
    }
    // RFC 9207 §2.4 has a client compare the parameter wherever there is one. The JWT has its own.
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

  /// Whether a JWT claims to answer the sign-in of a state: good for choosing among those that wait, and
  /// nothing else.
  package static func isClaimed(by response: Secret, state: Secret) -> Bool {
    claimedState(in: response)?.matches(state) ?? false
  }

  /// The state that a JWT claims to answer, without a look at its signature; nil when it names none.
  package static func claimedState(in response: Secret) -> Secret? {
    guard let token = try? UnverifiedJWT(response.reveal()),
      let claimed = try? token.unverifiedClaimsForDisplay()["state"]?.stringValue
    else { return nil }
    return Secret(claimed)
  }

  /// Checks an answer whose signature is verified.
  ///
  /// - Parameters:
  ///   - token: The JWT, verified with the issuer's keys by the algorithm agreed upon.
  ///   - now: The time at the issuer.
  ///   - leeway: How far the clocks may differ, in seconds.
  /// - Throws: As ``reply(from:at:)``.
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
