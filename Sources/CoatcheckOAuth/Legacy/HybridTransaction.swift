// SPDX-License-Identifier: Apache-2.0

// Longer than 150 lines: the request and the checks of its response belong together, and the documentation
// explains the risks of the flow.

import CoatcheckJOSE
public import CoatcheckFoundation

/// One sign-in whose authorization response contains tokens: the hybrid and the implicit flow of OpenID
/// Connect.
///
/// It is legacy, for providers that support nothing else. What passes through the browser can be read and
/// replaced there, so that no part of the response is trusted before its ID token is verified: that has the
/// nonce of this sign-in, and the hashes of the code and the access token.
/// [RFC 9700 §2.1.2](https://www.rfc-editor.org/rfc/rfc9700#section-2.1.2): "Clients SHOULD instead use the
/// response type code". Use `AuthorizationTransaction` wherever the server supports codes.
///
/// [OIDC Core §3.2](https://openid.net/specs/openid-connect-core-1_0.html#ImplicitFlowAuth),
/// [§3.3](https://openid.net/specs/openid-connect-core-1_0.html#HybridFlowAuth).
public struct HybridTransaction: Sendable {
  /// The `response_type`: what the authorization response contains.
  public enum ResponseType: String, Sendable, Hashable, CaseIterable {
    /// A code, and an ID token with its hash.
    case codeIDToken = "code id_token"
    /// A code, and an access token that no ID token of the response binds to this sign-in.
    case codeToken = "code token"
    /// A code, an access token, and an ID token with the hashes of both.
    case codeIDTokenToken = "code id_token token"
    /// An ID token alone.
    case idToken = "id_token"
    /// An access token, and an ID token with its hash.
    case idTokenToken = "id_token token"

    /// Whether the response contains a code.
    public var hasCode: Bool { rawValue.hasPrefix("code") }
    /// Whether the response contains an ID token.
    public var hasIDToken: Bool { rawValue.contains("id_token") }
    /// Whether the response contains an access token.
    public var hasToken: Bool { rawValue.split(separator: " ").contains("token") }
  }

  /// The parameters of the authorization request, as in a sign-in with a code.
  public let transaction: AuthorizationTransaction
  /// The requested response type.
  public let responseType: ResponseType
  /// Why the client does not request a code alone, as passed when the sign-in began.
  public let reason: String
  let dialect: Dialect
  let requiresStateHash: Bool

  /// Begins a sign-in whose authorization request is sent through the browser.
  ///
  /// - Parameters:
  ///   - responseType: What the authorization response shall contain.
  ///   - metadata: The metadata of the issuer.
  ///   - client: The client, as it is registered at the issuer.
  ///   - redirectURI: The redirect URI, as registered: an absolute URI without a fragment; `http` only on a
  ///     loopback address.
  ///   - scopes: The requested scopes, which have to include `openid`.
  ///   - options: The optional parameters of the request. The response is returned in the fragment, or as a
  ///     form if that is its response mode.
  ///   - profile: What client and issuer have agreed upon beyond the metadata.
  ///   - dialect: The dialect of the authorization server.
  ///   - environment: The clock and the random generator.
  ///   - reason: Why the client does not request a code alone, for readers of the code. It must not be
  ///     empty.
  /// - Returns: The transaction, and the URL to open in a browser.
  /// - Throws: `misused` naming the argument that cannot be used, also `options` when the request has to be
  ///   pushed: see
  ///   ``prepare(_:metadata:client:redirectURI:scopes:options:profile:dialect:environment:because:)``.
  ///   `unreadable`, ``OAuthError/Code/metadataMalformed``, when the issuer has no authorization endpoint
  ///   or does not support the response type. Nothing was sent then.
  public static func begin(
    _ responseType: ResponseType, metadata: ServerMetadata, client: ClientIdentity,
    redirectURI: String, scopes: [Scope], options: AuthorizationOptions = AuthorizationOptions(),
    profile: SecurityProfile = .standard, dialect: Dialect = .standard,
    environment: RuntimeEnvironment,
    because reason: String
  ) throws(OAuthError) -> (transaction: HybridTransaction, url: URL) {
    guard !metadata.pushes(options, profile) else {
      throw .misused("options", "The authorization server requires a pushed request.")
    }
    let (transaction, request) = try prepare(
      responseType, metadata: metadata, client: client, redirectURI: redirectURI, scopes: scopes,
      options: options, profile: profile, dialect: dialect, environment: environment,
      because: reason)
    let endpoint = try metadata.requiredAuthorizationEndpoint
    return (transaction, try request.url(at: endpoint, spaces: .percent))
  }

  /// Prepares a sign-in whose authorization request is either sent through the browser, with
  /// ``AuthorizationRequest/url(at:)``, or pushed by a ``PushedAuthorizationExchange``.
  ///
  /// - Parameters:
  ///   - responseType: What the authorization response shall contain.
  ///   - metadata: The metadata of the issuer.
  ///   - client: The client, as it is registered at the issuer.
  ///   - redirectURI: The redirect URI, as registered: an absolute URI without a fragment; `http` only on a
  ///     loopback address.
  ///   - scopes: The requested scopes, which have to include `openid`.
  ///   - options: The optional parameters of the request. The response is returned in the fragment, or as a
  ///     form if that is its response mode.
  ///   - profile: What client and issuer have agreed upon beyond the metadata.
  ///   - dialect: The dialect of the authorization server.
  ///   - environment: The clock and the random generator.
  ///   - reason: Why the client does not request a code alone, for readers of the code. It must not be
  ///     empty.
  /// - Returns: The transaction, and the request, which is signed if the profile signs requests.
  /// - Throws: `misused` naming the argument that cannot be used, or the additional parameter that the
  ///   protocol defines; also `responseMode` when it is neither the fragment nor a form, `responseType`
  ///   when the profile forbids it, and when the request cannot be signed. `unreadable`,
  ///   ``OAuthError/Code/metadataMalformed``, when the issuer has no authorization endpoint or does not
  ///   support the response type.
  public static func prepare(
    _ responseType: ResponseType, metadata: ServerMetadata, client: ClientIdentity,
    redirectURI: String, scopes: [Scope], options: AuthorizationOptions = AuthorizationOptions(),
    profile: SecurityProfile = .standard, dialect: Dialect = .standard,
    environment: RuntimeEnvironment,
    because reason: String
  ) throws(OAuthError) -> (transaction: HybridTransaction, request: AuthorizationRequest) {
    guard !reason.isEmpty else {
      throw .misused("because", "Tokens through the browser need a reason.")
    }
    guard scopes.contains(.openID) else {
      throw .misused("scopes", "Without the scope openid nothing vouches for the tokens.")
    }
    guard
      metadata.responseTypesSupported?.contains(where: { responseType.isNamed(by: $0) }) != false
    else {
      throw .unreadable(
        .metadataMalformed, "The authorization server does not support this response type.",
        parameter: "response_types_supported")
    }
    var options = options
    // OAuth 2.0 Multiple Response Types §3: "For purposes of this specification, the default Response Mode
    // […] is the fragment encoding. The query […] MUST NOT be used".
    if options.responseMode == .query { options.responseMode = .fragment }
    guard options.responseMode == .fragment || options.responseMode == .formPost else {
      throw .misused("responseMode", "Tokens come in the fragment or as a form.")
    }
    try profile.check(responseType)
    var metadata = metadata
    metadata.responseTypesSupported = nil
    let (transaction, unsigned) = try AuthorizationTransaction.prepareUnsigned(
      metadata: metadata, client: client, redirectURI: redirectURI, scopes: scopes,
      options: options, profile: profile, dialect: dialect, environment: environment)
    var request = unsigned
    request.responseType = responseType.rawValue
    request.responseMode = options.responseMode
    if !responseType.hasCode {
      (request.codeChallenge, request.codeChallengeMethod) = (nil, nil)
    }
    return (
      HybridTransaction(
        transaction: transaction, responseType: responseType, reason: reason, dialect: dialect,
        requiresStateHash: profile.strictness == .fapi1),
      try profile.signed(request, for: metadata.issuer, in: environment)
    )
  }

  /// The content of an authorization response that belongs to this sign-in. Its tokens are not trusted
  /// before the ID token is verified with the rules of ``HybridTransaction/rules(for:from:)``.
  public struct Reply: Sendable {
    /// The code; nil when none was requested.
    public let code: AuthorizationReply?
    /// The ID token, not verified yet; nil when none was requested.
    public let idToken: Secret?
    /// The access token and its lifetime, without an ID token; nil when none was requested.
    public let grant: TokenGrant?
    /// The transaction whose authorization request this responds to.
    public let transaction: HybridTransaction
  }

  /// Checks the authorization response in the fragment of a callback URL, and returns its content.
  ///
  /// - Parameters:
  ///   - callback: The whole URL that the browser was redirected to, with query and fragment.
  ///   - now: The wall-clock time at which it arrived.
  /// - Throws: `unreadable` when the response must not be used: ``OAuthError/Code/callbackMalformed``, also
  ///   when it lacks what was requested or was requested as a form; ``OAuthError/Code/stateMismatch``,
  ///   ``OAuthError/Code/issuerMismatch``, ``OAuthError/Code/transactionExpired``,
  ///   ``OAuthError/Code/tokenMalformed`` or ``OAuthError/Code/replyMalformed``. `refused` with the
  ///   server's code when it returned an error.
  public func reply(from callback: String, at now: Date) throws(OAuthError) -> Reply {
    guard transaction.responseMode == .fragment else { throw Self.elsewhere }
    return try reply(
      RedirectURI(transaction.redirectURI).fragmentParameters(of: callback), at: now)
  }

  /// Checks an authorization response that the browser posted as a form (`response_mode=form_post`).
  ///
  /// - Parameters:
  ///   - body: The body of the `POST`, a form in UTF-8 of at most 1 MiB.
  ///   - now: The wall-clock time at which it arrived.
  /// - Throws: As ``reply(from:at:)``; `unreadable`, ``OAuthError/Code/callbackMalformed``, when the
  ///   response was requested in the fragment.
  public func reply(fromForm body: Data, at now: Date) throws(OAuthError) -> Reply {
    guard transaction.responseMode == .formPost else { throw Self.elsewhere }
    return try reply(CallbackParameters.read(form: body), at: now)
  }

  private static let elsewhere = OAuthError.unreadable(
    .callbackMalformed, "The answer is not where it was asked for.")

  private func reply(_ parameters: Parameters, at now: Date) throws(OAuthError) -> Reply {
    try transaction.checkAge(at: now)
    try transaction.checkState(parameters["state"])
    try transaction.checkIssuer(parameters["iss"])
    try CallbackParameters.checkResponse(
      parameters, successful: "code", "id_token", "access_token")
    // A code or token that was not requested is ignored, since nothing binds it to this sign-in.
    var members = JSONObject()
    for (name, value) in parameters.pairs where !Self.answers.contains(name) {
      members[name] = .string(value)
    }
    return Reply(
      code: responseType.hasCode ? try transaction.believed(parameters) : nil,
      idToken: responseType.hasIDToken ? try text("id_token", in: parameters) : nil,
      grant: responseType.hasToken ? try dialect.grant(of: members, receivedAt: now) : nil,
      transaction: self)
  }

  private static let answers: Set<String> = ["state", "iss", "id_token", "code", "session_state"]

  private func text(_ name: String, in parameters: Parameters) throws(OAuthError) -> Secret {
    guard let text = parameters[name], text.isVisibleASCII else {
      throw .unreadable(
        .callbackMalformed, "The callback lacks what was asked for.", parameter: name)
    }
    return Secret(text)
  }

  /// The rules for the ID token of the authorization response: the hashes in it must match the code and the
  /// access token beside it, for FAPI 1.0 also `state`.
  ///
  /// OIDC Core §3.3.2.11: "If the ID Token is issued from the Authorization Endpoint with an access_token
  /// value […] this is REQUIRED" of `at_hash`, and the same of `c_hash` with a code.
  ///
  /// - Parameters:
  ///   - reply: The content of the authorization response.
  ///   - rules: The rules for the client's ID tokens, with the nonce of this sign-in.
  public func rules(for reply: Reply, from rules: IDTokenRules) -> IDTokenRules {
    var rules = rules
    (rules.code, rules.state) = (reply.code?.code, transaction.state)
    rules.accessToken = reply.grant?.accessToken
    rules.requiredHashes = []
    if responseType.hasCode { rules.requiredHashes.insert(.code) }
    if responseType.hasToken { rules.requiredHashes.insert(.accessToken) }
    // FAPI 1.0 Advanced §5.2.2.1: "shall include state hash, s_hash, in the ID Token to protect the state
    // value".
    if requiresStateHash { rules.requiredHashes.insert(.state) }
    return rules
  }
}

extension HybridTransaction.ResponseType {
  /// "The order of values does not matter" (OAuth 2.0 Multiple Response Types §2).
  fileprivate func isNamed(by text: String) -> Bool {
    Set(text.split(separator: " ")) == Set(rawValue.split(separator: " "))
  }
}
