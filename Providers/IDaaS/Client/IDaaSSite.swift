// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckIDaaSProtocol
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes
import CoatcheckFoundation

/// A tenant with everything that calls to it need.
struct IDaaSSite: Sendable {
  let origin: Endpoint
  let caller: IDaaSCaller
  let provider: Provider
  let transport: any HTTPTransport
  let environment: RuntimeEnvironment
  let clock: ServerClock
  let verifier: IDTokenVerifier

  func perform<Call: IDaaSCall>(_ call: Call) async throws(OAuthError) -> Call.Reply {
    try await transport.perform(
      IDaaSExchange(call, at: origin, by: caller), environment: environment, clock: clock)
  }

  /// Validates the ID token and makes the session of the tokens. The session is not stored yet.
  ///
  /// - Throws: `unreadable` when the ID token is invalid.
  func session(
    of tokens: LoginTokens, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    let claims: JSONObject
    do throws(IDTokenRefusal) {
      claims = try await verifier.claims(of: tokens.idToken)
    } catch {
      throw error.error
    }
    guard let subject = provider.dialect.subjects.subject(in: claims) else {
      throw .unreadable(
        .idTokenInvalid, "The ID token does not name its subject.", parameter: "sub")
    }
    var reply: JSONObject = [
      "id_token": .string(tokens.idToken.reveal()),
      "session_token": .string(tokens.sessionToken.reveal()),
    ]
    // In a login `expire` is the session's lifetime.
    if tokens.expire > 0 { reply["session_expire"] = .number(JSONNumber(tokens.expire)) }
    if tokens.created { reply["created"] = true }
    let now = environment.now()
    var session = try StoredSession(
      account: AccountID(
        issuer: provider.metadata.issuer.text, clientID: caller.clientID, subject: subject),
      name: name, grant: provider.dialect.grant(of: reply, receivedAt: now),
      metadata: provider.metadata)
    session.dialect = provider.dialect
    session.provider = provider.profile
    session.authTime = claims["auth_time"]?.doubleValue.map(Date.init(timeIntervalSince1970:))
    return session
  }
}

extension IDaaSSite {
  /// Makes the tenant from the context of a sign-in.
  ///
  /// - Throws: `misused` when the client's provider is another one.
  init(_ context: SignInContext) throws(OAuthError) {
    guard let text = context.metadata.additional[IDaaSAddress.member]?.stringValue,
      let caller = try? IDaaSCaller(HTTPFields(named: context.dialect.fields))
    else { throw .misused("provider", "This is no tenant of the identity service.") }
    try self.init(
      origin: Endpoint(text), caller: caller, transport: context.transport,
      environment: context.environment)
  }

  init(
    origin: Endpoint, caller: IDaaSCaller, transport: any HTTPTransport,
    environment: RuntimeEnvironment
  ) throws(OAuthError) {
    let shared = try IDaaSShared(
      origin: origin, clientID: caller.clientID, transport: transport, environment: environment)
    try self.init(
      origin: origin, caller: caller, provider: .idaas(at: origin, caller: caller),
      transport: transport, environment: environment, clock: shared.clock,
      verifier: shared.verifier)
  }
}

/// What all calls to a tenant share: the time of its server, and the verifier of ID tokens with its keys.
struct IDaaSShared: Sendable {
  let clock = ServerClock()
  let verifier: IDTokenVerifier

  init(
    origin: Endpoint, clientID: String, transport: any HTTPTransport,
    environment: RuntimeEnvironment
  ) throws(OAuthError) {
    let base = IDaaSAddress.text(of: origin)
    let jwksURI = try Endpoint(base + IDaaSAddress.keys)
    let asking = IDaaSCaller(
      clientID: clientID, system: SystemName.current, device: "clock", agent: "Coatcheck")
    let tenantClock = TenantClock(environment: environment) {
      try await transport.perform(
        IDaaSExchange(ServerDateCall(), at: origin, by: asking), environment: environment)
    }
    verifier = IDTokenVerifier(
      issuer: base + IDaaSAddress.issuer, clientID: clientID, jwksURI: jwksURI,
      transport: transport, clock: tenantClock, environment: environment)
  }
}
