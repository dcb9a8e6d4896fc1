// SPDX-License-Identifier: Apache-2.0

// Longer than 150 lines: a beginning and its checks belong together, and the docstrings say what is wrong with
// the flow.

import CoatcheckJOSE
public import CoatcheckFoundation

/// One sign-in whose tokens come through the browser: the hybrid and the implicit flow of OpenID Connect.
///
/// It is legacy, and here for providers that know nothing else. What passes through the browser can be seen
/// there, so nothing of it is believed before the ID token that came with it is verified: it must have the
/// nonce of this sign-in, and the hashes of the code and the access token.
/// [RFC 9700 §2.1.2](https://www.rfc-editor.org/rfc/rfc9700#section-2.1.2): "Clients SHOULD instead use the
/// response type code". Use `AuthorizationTransaction` wherever the server has codes.
///
/// [OIDC Core §3.2](https://openid.net/specs/openid-connect-core-1_0.html#ImplicitFlowAuth),
/// [§3.3](https://openid.net/specs/openid-connect-core-1_0.html#HybridFlowAuth).
public struct HybridTransaction: Sendable {
  /// What comes through the browser.
  public enum ResponseType: String, Sendable, Hashable, CaseIterable {
    /// A code, and an ID token that vouches for it.
    case codeIDToken = "code id_token"
    /// A code, and an access token that nothing is bound to.
    case codeToken = "code token"
    /// All three.
    case codeIDTokenToken = "code id_token token"
    /// An ID token, and no access at all.
    case idToken = "id_token"
    /// An ID token, and an access token it vouches for.
    case idTokenToken = "id_token token"

    /// Whether a code is among it.
    public var hasCode: Bool { rawValue.hasPrefix("code") }
    /// Whether an ID token is among it.
    public var hasIDToken: Bool { rawValue.contains("id_token") }
    /// Whether an access token is among it.
    public var hasToken: Bool { rawValue.split(separator: " ").contains("token") }
  }

  /// The sign-in as one with a code.
  public let transaction: AuthorizationTransaction
  /// What was asked for.
  public let responseType: ResponseType
  /// Why no plain code is asked for.
  public let reason: String
  let dialect: Dialect
  let requiresStateHash: Bool

  /// Begins a sign-in.
  ///
  /// - Parameters:
  ///   - responseType: What shall come through the browser.
  ///   - metadata: The issuer to ask.
  ///   - client: Who asks.
  ///   - redirectURI: Where the answer shall arrive, as registered.
  ///   - scopes: What is asked for; `openid` has to be among it.
  ///   - options: What else there is to say. The answer comes in the fragment, or as a form if that is asked
  ///     for.
  ///   - profile: What is agreed upon with the issuer.
  ///   - dialect: The dialect of the authorization server.
  ///   - environment: The clock and the random generator.
  ///   - reason: Why no plain code is asked for, for readers of the code.
  /// - Returns: The transaction, and the address to open in a browser.
  /// - Throws: `misused` naming the argument, also when the request has to be pushed; `unreadable` when the
  ///   issuer does not answer like that.
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

  /// Prepares a sign-in: the request may be sent through the browser, or pushed by a
  /// ``PushedAuthorizationExchange``.
  ///
  /// - Parameters:
  ///   - responseType: What shall come through the browser.
  ///   - metadata: The issuer to ask.
  ///   - client: Who asks.
  ///   - redirectURI: Where the answer shall arrive, as registered.
  ///   - scopes: What is asked for; `openid` has to be among it.
  ///   - options: What else there is to say.
  ///   - profile: What is agreed upon with the issuer.
  ///   - dialect: The dialect of the authorization server.
  ///   - environment: The clock and the random generator.
  ///   - reason: Why no plain code is asked for, for readers of the code.
  /// - Throws: As
  ///   ``begin(_:metadata:client:redirectURI:scopes:options:profile:dialect:environment:because:)``.
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

  /// What came through the browser: this sign-in's, and not to be believed yet.
  public struct Reply: Sendable {
    /// The code.
    public let code: AuthorizationReply?
    /// The ID token, not verified.
    public let idToken: Secret?
    /// The access token; an ID token is not in it.
    public let grant: TokenGrant?
    /// The transaction which it answers.
    public let transaction: HybridTransaction
  }

  /// Checks a callback, and takes what is in its fragment.
  ///
  /// - Parameters:
  ///   - callback: The whole address which the browser was sent to.
  ///   - now: When it arrived.
  /// - Throws: As ``AuthorizationTransaction/reply(from:at:)``; `unreadable`,
  ///   ``OAuthError/Code/callbackMalformed``, also when something is missing that was asked for.
  public func reply(from callback: String, at now: Date) throws(OAuthError) -> Reply {
    guard transaction.responseMode == .fragment else { throw Self.elsewhere }
    return try reply(
      RedirectURI(transaction.redirectURI).fragmentParameters(of: callback), at: now)
  }

  /// Checks a callback that came as a form.
  ///
  /// - Throws: As ``reply(from:at:)``.
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
    for name in ["code", "id_token", "access_token"] {
      try CallbackParameters.checkResponse(parameters, yes: name)
    }
    // What was not asked for is not looked at: nothing would vouch for it.
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

  /// The rules for the ID token from the browser: the nonce is this sign-in's, and the hashes bind it to
  /// what came with it.
  ///
  /// OIDC Core §3.3.2.11: "If the ID Token is issued from the Authorization Endpoint with an access_token value
  /// […] this is REQUIRED" of `at_hash`, and the same of `c_hash` with a code.
  ///
  /// - Parameters:
  ///   - reply: What came through the browser.
  ///   - rules: The rules for the client's ID tokens.
  public func rules(for reply: Reply, from rules: IDTokenRules) -> IDTokenRules {
    var rules = rules
    (rules.code, rules.state) = (reply.code?.code, transaction.state)
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
