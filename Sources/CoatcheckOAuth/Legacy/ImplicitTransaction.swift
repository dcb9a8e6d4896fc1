// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckFoundation

/// One sign-in by the implicit flow: the tokens come in the fragment of the redirect.
///
/// It is legacy, and here for servers that know nothing else. Nothing proves that the tokens were made for
/// this client, and they pass through the browser. [RFC 9700 §2.1.2](https://www.rfc-editor.org/rfc/rfc9700#section-2.1.2):
/// "clients SHOULD NOT use the implicit grant […] unless access token injection in the authorization
/// response is prevented". Use `AuthorizationTransaction` wherever the server has codes.
///
/// [RFC 6749 §4.2](https://www.rfc-editor.org/rfc/rfc6749#section-4.2).
public struct ImplicitTransaction: Sendable {
  /// Who was asked.
  public let issuer: Issuer
  /// Who asked.
  public let clientID: String
  /// Where the callback will arrive.
  public let redirectURI: String
  /// What the callback must carry.
  public let state: Secret
  /// When the sign-in began.
  public let startedAt: Date
  /// The scopes asked for.
  public let requestedScopes: [Scope]
  /// The dialect of the authorization server.
  public let dialect: Dialect
  /// Why no code is asked for.
  public let reason: String

  /// Begins a sign-in.
  ///
  /// - Parameters:
  ///   - metadata: The issuer to ask.
  ///   - client: Who asks. Its secret plays no part.
  ///   - redirectURI: Where the answer shall arrive, as registered.
  ///   - scopes: What is asked for. Not `openid`: an ID token from here would be believed too easily.
  ///   - extra: Parameters a provider wants besides those of the protocol.
  ///   - dialect: The dialect of the authorization server.
  ///   - environment: The clock and the random generator.
  ///   - reason: Why no code is asked for, for readers of the code.
  /// - Returns: The transaction, and the address to open in a browser.
  /// - Throws: `misused` naming the argument, or `unreadable` when the issuer has no authorization endpoint
  ///   for tokens.
  public static func begin(
    metadata: ServerMetadata, client: ClientIdentity, redirectURI: String, scopes: [Scope],
    extra: Parameters = [:], dialect: Dialect = .standard, environment: RuntimeEnvironment,
    because reason: String
  ) throws(OAuthError) -> (transaction: ImplicitTransaction, url: URL) {
    let endpoint = try metadata.requiredAuthorizationEndpoint
    guard metadata.responseTypesSupported?.contains("token") != false else {
      throw .unreadable(
        .metadataMalformed, "The authorization server does not support the implicit flow.",
        parameter: "response_types_supported")
    }
    guard client.id.isVSCHAR else {
      throw .misused("client_id", "The client id is empty or holds forbidden characters.")
    }
    guard !reason.isEmpty else {
      throw .misused("because", "The implicit flow needs a reason.")
    }
    guard !scopes.contains(.openID) else {
      throw .misused("scopes", "The implicit flow brings no ID token here.")
    }
    _ = try Scope.checkedText(scopes)
    let redirectURI = dialect.redirectURI.sent(redirectURI)
    _ = try RedirectURI(redirectURI)
    let transaction = ImplicitTransaction(
      issuer: metadata.issuer, clientID: client.id, redirectURI: redirectURI,
      state: Secret(environment.token()), startedAt: environment.now(), requestedScopes: scopes,
      dialect: dialect, reason: reason)
    var request = AuthorizationRequest(
      clientID: client.id, redirectURI: redirectURI, scopes: scopes)
    request.responseType = "token"
    request.scopeForm = dialect.scopes
    // RFC 6749 §4.2.1 recommends it; here there is no other protection against forged callbacks.
    request.state = transaction.state.reveal()
    try request.extra.add(
      dialect.extra[.authorization] ?? [:], reserved: AuthorizationRequest.reserved)
    try request.extra.add(extra, reserved: AuthorizationRequest.reserved)
    return (transaction, try request.url(at: endpoint, spaces: .percent))
  }

  /// Checks a callback, and takes the tokens out of its fragment.
  ///
  /// - Parameters:
  ///   - callback: The whole address which the browser was sent to.
  ///   - now: When it arrived.
  /// - Returns: The tokens. There is an access token among them; an ID token is left out.
  /// - Throws: `unreadable` when the callback must not be believed: ``OAuthError/Code/callbackMalformed``,
  ///   also for a token in the query; ``OAuthError/Code/stateMismatch``,
  ///   ``OAuthError/Code/transactionExpired`` or ``OAuthError/Code/tokenMalformed``; `refused` when the
  ///   issuer returned an error. The user is not signed in then.
  public func grant(from callback: String, at now: Date) throws(OAuthError) -> TokenGrant {
    let parameters = try RedirectURI(redirectURI).fragmentParameters(of: callback)
    // A clock set back must not make a callback live longer.
    guard abs(now.timeIntervalSince(startedAt)) <= AuthorizationTransaction.lifetime else {
      throw .unreadable(.transactionExpired, "The sign-in took longer than ten minutes.")
    }
    guard let received = parameters["state"], Secret(received).matches(state) else {
      throw .unreadable(
        .stateMismatch, "The callback does not belong to this sign-in.", parameter: "state")
    }
    if let issuer = parameters["iss"], !issuer.isExactly(self.issuer.text) {
      throw .unreadable(
        .issuerMismatch, "The callback comes from another issuer than was asked.", parameter: "iss")
    }
    try CallbackParameters.checkResponse(parameters, yes: "access_token")
    var members = JSONObject()
    for (name, value) in parameters.pairs where !["state", "iss", "id_token"].contains(name) {
      members[name] = .string(value)
    }
    return try dialect.grant(of: members, receivedAt: now)
  }
}
