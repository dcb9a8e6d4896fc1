// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckFoundation

/// One sign-in with the implicit grant: the access token is returned in the fragment of the redirect URI.
///
/// It is legacy, for servers that support nothing else. Nothing shows that the token was issued for this
/// client, and it passes through the browser.
/// [RFC 9700 §2.1.2](https://www.rfc-editor.org/rfc/rfc9700#section-2.1.2): "clients SHOULD NOT use the
/// implicit grant […] unless access token injection in the authorization response is prevented". Use
/// `AuthorizationTransaction` wherever the server supports codes.
///
/// [RFC 6749 §4.2](https://www.rfc-editor.org/rfc/rfc6749#section-4.2).
public struct ImplicitTransaction: Sendable {
  /// The issuer whose authorization endpoint the request is sent to.
  public let issuer: Issuer
  /// The client that sends the request.
  public let clientID: String
  /// The redirect URI as it is sent, which the callback is compared with.
  public let redirectURI: String
  /// The `state` of the request, which the response must return.
  public let state: Secret
  /// The wall-clock time at which the sign-in began. A response is accepted for
  /// ``AuthorizationTransaction/lifetime`` seconds.
  public let startedAt: Date
  /// The requested scopes.
  public let requestedScopes: [Scope]
  /// The dialect of the authorization server.
  public let dialect: Dialect
  /// Why the client does not request a code, as passed when the sign-in began.
  public let reason: String

  /// Begins a sign-in.
  ///
  /// - Parameters:
  ///   - metadata: The metadata of the issuer.
  ///   - client: The client. Its credentials are not used.
  ///   - redirectURI: The redirect URI, as registered: an absolute URI without a fragment; `http` only on a
  ///     loopback address.
  ///   - scopes: The requested scopes, without `openid`: an ID token is not accepted in this flow.
  ///   - extra: Parameters that a provider requires besides those of the protocol.
  ///   - dialect: The dialect of the authorization server.
  ///   - environment: The clock and the random generator.
  ///   - reason: Why the client does not request a code, for readers of the code. It must not be empty.
  /// - Returns: The transaction, and the URL to open in a browser.
  /// - Throws: `misused` naming the argument that cannot be used, or the additional parameter that the
  ///   protocol defines. `unreadable`, ``OAuthError/Code/metadataMalformed``, when the issuer has no
  ///   authorization endpoint or does not support the response type `token`. Nothing was sent then.
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
    // RFC 6749 §4.2.1 recommends `state`. This flow has no other protection against forged callbacks.
    request.state = transaction.state.reveal()
    try request.extra.add(
      dialect.extra[.authorization] ?? [:], reserved: AuthorizationRequest.reserved)
    try request.extra.add(extra, reserved: AuthorizationRequest.reserved)
    return (transaction, try request.url(at: endpoint, spaces: .percent))
  }

  /// Checks the authorization response in the fragment of a callback URL, and returns its tokens.
  ///
  /// [RFC 6749 §4.2.2](https://www.rfc-editor.org/rfc/rfc6749#section-4.2.2).
  ///
  /// - Parameters:
  ///   - callback: The whole URL that the browser was redirected to, with query and fragment.
  ///   - now: The wall-clock time at which it arrived.
  /// - Returns: The access token and its lifetime. An ID token in the response is ignored.
  /// - Throws: `unreadable` when the response must not be used: ``OAuthError/Code/callbackMalformed``, also
  ///   for a token in the query; ``OAuthError/Code/stateMismatch``, ``OAuthError/Code/issuerMismatch``,
  ///   ``OAuthError/Code/transactionExpired``, ``OAuthError/Code/tokenMalformed`` or
  ///   ``OAuthError/Code/replyMalformed``. `refused` with the server's code when it returned an error. The
  ///   user is not signed in then.
  public func grant(from callback: String, at now: Date) throws(OAuthError) -> TokenGrant {
    let parameters = try RedirectURI(redirectURI).fragmentParameters(of: callback)
    // The difference is compared in both directions, so that setting the clock back does not extend the
    // lifetime.
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
    try CallbackParameters.checkResponse(parameters, successful: "access_token")
    var members = JSONObject()
    for (name, value) in parameters.pairs where !["state", "iss", "id_token"].contains(name) {
      members[name] = .string(value)
    }
    return try dialect.grant(of: members, receivedAt: now)
  }
}
