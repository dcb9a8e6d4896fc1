// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
import CoatcheckFoundation

extension Client {
  /// Signs a user in, or resumes the stored session.
  ///
  /// A stored session of this client with the same requested scopes is returned, and no browser is
  /// opened, if it is still valid or can be refreshed without the user. Else the user is asked to sign
  /// in, and the session is stored once the ID token is verified. Only one program at a time asks for
  /// the same account; a caller that had to wait resumes the session that was stored meanwhile.
  ///
  /// - Parameters:
  ///   - scopes: The scopes to request; `openid` identifies the user.
  ///   - name: The name the session is stored under, so that several users can be signed in. Without it
  ///     the only stored session of this client is meant, or the default one among several, and a new
  ///     one is named after its subject. Where the provider requires a name
  ///     (`DialectRequirement.name`), nothing is loaded or stored without it.
  ///   - accessibility: When a keychain lets the session be read, from this call on; nil for as before,
  ///     or the choice of the store. Stores other than a keychain only remember it.
  ///   - options: Further parameters of the authorization request.
  /// - Returns: The session, stored.
  /// - Throws: `misused` naming the argument before anything is read or sent. `interactionRequired`
  ///   where the user cannot or may not be asked: no browser was opened. `userCancelled` or `timedOut`
  ///   when the user did not complete the sign-in: `OAuthError.isUnanswered` and its neighbors tell
  ///   these apart. `refused` when the authorization server or the user refuses; `unreadable` when a
  ///   response is invalid; what the transport or the store throws. The stored session is as before,
  ///   and another attempt can be made.
  public func signIn(
    scopes: [Scope], storedAs name: String? = nil, accessibility: KeychainAccessibility? = nil,
    options: AuthorizationOptions = AuthorizationOptions()
  ) async throws(OAuthError) -> Session {
    let (client, place) = placed(name, accessibility)
    try client.check(scopes, place.name)
    let request = SignInRequest(scopes: scopes, options: options)
    switch try await client.resumed(scopes, place) {
    case .session(let session): return session
    case .none(let tried):
      return try await client.ask(
        request, storedAs: place, using: client.automaticFlow(), after: .looking(tried: tried))
    }
  }

  /// Signs a user in by a flow.
  ///
  /// ```swift
  /// let session = try await client.signIn(using: .device, scopes: [.openID])
  /// let alice = try await client.signIn(using: .password(username: "alice", password: typed))
  /// ```
  ///
  /// Where the flow asks the user, a stored session of the same scopes is returned first, as
  /// ``signIn(scopes:storedAs:accessibility:options:)`` does.
  ///
  /// - Parameters:
  ///   - flow: How the user signs in.
  ///   - scopes: The scopes to request. A flow that has scopes of its own requests those instead.
  ///   - name: The name that the session is stored under; without it, the subject. Where the provider
  ///     requires a name, nothing is loaded or stored without it.
  ///   - accessibility: When a keychain lets the session be read; nil for as before, or the choice of
  ///     the store.
  ///   - options: Further parameters of the request.
  /// - Returns: The session, stored.
  /// - Throws: What the flow throws; `interactionRequired` where the flow asks the user and
  ///   ``ClientOptions/signIn`` forbids that; `misused` naming an argument that cannot be used; what
  ///   the store throws. The stored session is as before then.
  public func signIn(
    using flow: some SignInFlow, scopes: [Scope] = [], storedAs name: String? = nil,
    accessibility: KeychainAccessibility? = nil,
    options: AuthorizationOptions = AuthorizationOptions()
  ) async throws(OAuthError) -> Session {
    let (client, place) = placed(name, accessibility)
    let request = SignInRequest(scopes: scopes, options: options)
    guard flow.asksUser else {
      let session = try await flow.session(in: client.signInContext(request), storedAs: place.name)
      return try await client.keep(session, accessibility: place.accessibility)
    }
    try client.check(scopes, place.name)
    let tried: StoredSession?
    switch try await client.resumed(scopes, place) {
    case .session(let session): return session
    case .none(let refused): tried = refused
    }
    if let system = presenter.system, system.choice == .never {
      throw .interactionRequired(command: system.command)
    }
    return try await client.ask(
      request, storedAs: place, using: flow, after: .looking(tried: tried))
  }

  /// Signs a user in for as long as the program keeps the session: no store is read, and nothing is
  /// stored. ``keep(_:storedAs:accessibility:)`` stores it later.
  ///
  /// - Parameters:
  ///   - scopes: The scopes to request; `openid` identifies the user.
  ///   - options: Further parameters of the authorization request.
  /// - Throws: As ``signIn(scopes:storedAs:accessibility:options:)``.
  public func signInWithoutStoring(
    scopes: [Scope], options: AuthorizationOptions = AuthorizationOptions()
  ) async throws(OAuthError) -> Session {
    try await withoutStore.signIn(scopes: scopes, options: options)
  }

  /// The same client, with a store of its own that ends with the program.
  private var withoutStore: Client {
    var client = self
    client.store = MemoryTokenStore()
    return client
  }

  /// Where the session of a sign-in is stored. Without a name, at a provider that requires one,
  /// that is in memory only.
  private func placed(
    _ name: String?, _ accessibility: KeychainAccessibility?
  ) -> (Client, SessionPlace) {
    guard provider.dialect.requirements.contains(.name), name?.isEmpty != false else {
      return (self, SessionPlace(name: name, accessibility: accessibility))
    }
    return (withoutStore, SessionPlace(name: nil, accessibility: nil))
  }

  /// Checks the arguments of a sign-in, before anything is read or sent.
  package func check(_ scopes: [Scope], _ name: String?) throws(OAuthError) {
    if redirect == nil, provider.dialect.requirements.contains(.redirectURI) {
      throw .misused(
        "redirectURI", "The provider requires the redirect URI that was registered.")
    }
    try provider.dialect.check(identity, redirectURI: redirect?.fixedURI, scopes: scopes)
    if let name { try check(name) }
  }

  /// The session that is stored under the name; nil if there is no such session. The user is not asked.
  ///
  /// - Parameter name: The name; nil means the only session of this client or, among several, the
  ///   default account (``Accounts/setDefault(_:)``).
  /// - Throws: `storeFailed`, `storeLocked` or `storeDamaged`.
  public func session(named name: String? = nil) async throws(OAuthError) -> Session? {
    try await stored(name).map(live)
  }

  /// All stored sessions of this client. The user is not asked.
  ///
  /// - Throws: `storeFailed`, `storeLocked` or `storeDamaged`.
  public func sessions() async throws(OAuthError) -> [Session] {
    try await ownSessions(nil).map(live)
  }

  func ownSessions(_ name: String?) async throws(OAuthError) -> [StoredSession] {
    try await store.sessions(
      AccountFilter(
        issuer: provider.metadata.issuer.text, clientID: identity.id, name: name))
  }

  /// Signs a session out, as ``Session/signOut(_:userAgent:)`` does.
  ///
  /// If the plan ends the login session at the provider, the provider's end session page is shown by
  /// the client's user agent, or by the browser of this machine.
  ///
  /// - Parameters:
  ///   - session: The session to end.
  ///   - plan: What is done besides removing the session from the store.
  /// - Returns: The steps that were done and those that failed.
  @discardableResult
  public func signOut(
    _ session: Session, _ plan: SignOutPlan = .standard
  ) async -> SignOutReport {
    await session.signOut(plan, userAgent: plan.endsProviderSession == nil ? nil : signOutAgent)
  }

  /// Signs out the session that is stored under the name.
  ///
  /// - Parameters:
  ///   - name: The name; nil as in ``session(named:)``.
  ///   - plan: What is done besides removing the session from the store.
  /// - Returns: The steps that were done and those that failed; nil if there is no such session.
  /// - Throws: `storeFailed`, `storeLocked` or `storeDamaged` when the session cannot be read: nothing
  ///   was done then.
  @discardableResult
  public func signOut(
    named name: String?, _ plan: SignOutPlan = .standard
  ) async throws(OAuthError) -> SignOutReport? {
    guard let session = try await session(named: name) else { return nil }
    return await signOut(session, plan)
  }

  private var signOutAgent: (any UserAgent)? {
    switch presenter {
    case .agent(let agent): agent
    // Where the user is not asked to sign in, no page is shown either: the report has the address.
    case .system(let system):
      system.signOutAgent(redirectURI: redirect?.fixedURI, environment: environment)
    }
  }
}
