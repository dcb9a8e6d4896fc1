// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// The redirect URI of these tests.
let callbackURI = "https://app.example/cb"
let publicClient = ClientIdentity(id: "app")

func metadata(
  issuer: String = "https://op.example", issParameter: Bool = false
) throws(OAuthError) -> ServerMetadata {
  var metadata = ServerMetadata(issuer: try Issuer(issuer))
  metadata.authorizationEndpoint = try Endpoint(issuer + "/authorize")
  metadata.tokenEndpoint = try Endpoint(issuer + "/token")
  metadata.authorizationResponseIssParameterSupported = issParameter
  return metadata
}

func tokenEndpoint() throws(OAuthError) -> Endpoint { try Endpoint("https://op.example/token") }

/// A sign-in and the request that begins it.
func prepareSignIn(
  at issuer: ServerMetadata? = nil, client: ClientIdentity = publicClient,
  redirectURI: String = callbackURI, scopes: [Scope] = [.openID],
  profile: SecurityProfile = .standard, dialect: Dialect = .standard, seed: UInt64 = 1,
  _ change: (inout AuthorizationOptions) -> Void = { _ in }
) throws -> (transaction: AuthorizationTransaction, request: AuthorizationRequest) {
  var options = AuthorizationOptions()
  change(&options)
  return try AuthorizationTransaction.prepare(
    metadata: issuer ?? metadata(), client: client, redirectURI: redirectURI, scopes: scopes,
    options: options, profile: profile, dialect: dialect, environment: .fixed(seed: seed))
}

/// A sign-in and the address that begins it in a browser.
func beginSignIn(
  at issuer: ServerMetadata? = nil, client: ClientIdentity = publicClient,
  redirectURI: String = callbackURI, scopes: [Scope] = [.openID],
  profile: SecurityProfile = .standard, dialect: Dialect = .standard, seed: UInt64 = 1,
  _ change: (inout AuthorizationOptions) -> Void = { _ in }
) throws -> (transaction: AuthorizationTransaction, url: URL) {
  var options = AuthorizationOptions()
  change(&options)
  return try AuthorizationTransaction.begin(
    metadata: issuer ?? metadata(), client: client, redirectURI: redirectURI, scopes: scopes,
    options: options, profile: profile, dialect: dialect, environment: .fixed(seed: seed))
}

/// A hybrid sign-in and the URL that begins it in a browser.
func beginHybrid(
  _ type: HybridTransaction.ResponseType, at issuer: ServerMetadata? = nil,
  client: ClientIdentity = publicClient, scopes: [Scope] = [.openID], mode: ResponseMode = .query,
  profile: SecurityProfile = .standard, because reason: String = "a test"
) throws -> (transaction: HybridTransaction, url: URL) {
  var options = AuthorizationOptions()
  options.responseMode = mode
  return try HybridTransaction.begin(
    type, metadata: issuer ?? metadata(), client: client, redirectURI: callbackURI, scopes: scopes,
    options: options, profile: profile, environment: .fixed(), because: reason)
}

/// A sign-in that has just begun.
func transaction(
  issParameter: Bool = false, redirectURI: String = callbackURI, scopes: [Scope] = [.openID],
  mode: ResponseMode = .query, seed: UInt64 = 1
) throws -> AuthorizationTransaction {
  try beginSignIn(
    at: metadata(issParameter: issParameter), redirectURI: redirectURI, scopes: scopes, seed: seed
  ) { $0.responseMode = mode }.transaction
}

extension AuthorizationTransaction {
  /// A callback with these parameters and the state of this sign-in.
  func callback(_ query: String = "code=c") -> String {
    "\(redirectURI)?\(query)&state=\(state.reveal())"
  }

  /// Reads such a callback.
  func reply(
    to query: String = "code=c", at now: Date = start
  ) throws(OAuthError) -> AuthorizationReply { try reply(from: callback(query), at: now) }
}

/// A request for tokens without a browser.
func directExchange(
  _ grant: DirectGrant, scopes: [Scope] = [], client: ClientIdentity = publicClient,
  resources: [String] = [], dialect: Dialect = .standard
) throws(OAuthError) -> DirectExchange {
  DirectExchange(
    grant, scopes: scopes, client: client, tokenEndpoint: try tokenEndpoint(),
    resources: resources, dialect: dialect)
}

/// A refresh request.
func refreshExchange(
  _ client: ClientIdentity = publicClient, dialect: Dialect = .standard
) throws(OAuthError) -> RefreshExchange {
  RefreshExchange(
    refreshToken: Secret("r"), client: client, tokenEndpoint: try tokenEndpoint(), dialect: dialect)
}
