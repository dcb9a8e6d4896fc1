// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckFoundation

/// Turns the tokens of a sign-in into a session, once it is known whose they are.
struct GrantedSession: Sendable {
  let metadata: ServerMetadata
  let client: ClientIdentity
  let dialect: Dialect
  let keys: KeySetCache
  let algorithms: Set<SignatureAlgorithm>
  let leeway: TimeInterval
  let clock: ServerClock
  let environment: RuntimeEnvironment
  var dpop = DPoPPolicy.never
  var profile = SecurityProfile.standard

  /// What was asked for.
  struct Asked: Sendable {
    let scopes: [Scope]
    var nonce: Secret?
    var maxAge: Int?
    var essentialACRs: [String] = []
    var resources: [String] = []
    var code: Secret?
    var state: Secret?
    var redirectURI: String?
    /// The backchannel request that the ID token has to answer.
    var backchannel: BackchannelExpectation?
    /// The key the tokens shall be bound to.
    var prover: DPoPProver?
  }

  /// The session of these tokens.
  ///
  /// - Throws: `unreadable` when the ID token must not be believed, or was asked for and isn't there.
  func session(
    of grant: TokenGrant, asked: Asked, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    try dpop.check(grant)
    try profile.checkBinding(of: grant, to: asked.prover?.thumbprint)
    let identity = try await identity(in: grant, asked)
    var session = try StoredSession(
      account: AccountID(
        issuer: metadata.issuer.text, clientID: client.id,
        subject: identity?.subject ?? dialect.subject(in: grant) ?? name ?? AccountID.anonymous),
      name: name, grant: grant, scopes: asked.scopes, metadata: metadata,
      idTokenAlgorithms: algorithms, authentication: client.authentication,
      redirectURI: asked.redirectURI)
    session.resources = asked.resources
    session.authTime = identity?.authTime
    session.dialect = dialect
    session.dpopKey = asked.prover?.key
    return session
  }

  /// Who signed in; nil when the scopes didn't ask for it.
  private func identity(
    in grant: TokenGrant, _ asked: Asked
  ) async throws(OAuthError) -> IDToken? {
    guard let idToken = grant.idToken else {
      // OIDC Core §3.1.3.3: the reply to a request with the scope openid has an ID token.
      guard !asked.scopes.contains(.openID) else {
        throw .unreadable(
          .idTokenInvalid, "The issuer sent no ID token, which was asked for.",
          parameter: "id_token")
      }
      return nil
    }
    var rules = try IDTokenRules(
      issuer: metadata.issuer, clientID: client.id, nonce: asked.nonce,
      accessToken: grant.accessToken, maxAge: asked.maxAge,
      essentialACRs: asked.essentialACRs, algorithms: algorithms, leeway: leeway,
      now: clock.now(environment))
    (rules.code, rules.state) = (asked.code, asked.state)
    let token = try await IDTokenCheck(
      keys: keys, jwksURI: metadata.jwksURI, profile: profile, client: client
    ).claims(of: idToken, rules: rules)
    try asked.backchannel?.check(token, leeway: leeway)
    if let deviceSecret = grant.deviceSecret, asked.scopes.contains(.deviceSSO) {
      try NativeSSO.check(deviceSecret, claims: token.claims, hash: token.hash)
    }
    return token
  }
}
