// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
import Logging
import CoatcheckFoundation

extension Client {
  /// Signs a user in, or resumes the stored session.
  ///
  /// A stored session of this client that is still valid, or can be refreshed without the user, is
  /// returned and no browser is opened, if the same scopes were requested then. Else the user is
  /// asked, and the session is stored once the ID token is verified. Only one program at a time
  /// asks for the same account; a caller that had to wait resumes the session that was stored
  /// meanwhile.
  ///
  /// - Parameters:
  ///   - scopes: The scopes to request; `openid` identifies the user.
  ///   - name: The name the session is stored under, so that several users can be signed in.
  ///     Without it the only stored session of this client is meant, and a new one is called by its
  ///     subject.
  ///   - options: What else to say to the provider.
  /// - Throws: What went wrong; what was stored before is as it was, and another attempt can be
  ///   made.
  ///   `interactionRequired` where the user cannot or may not be asked: no browser was opened. How
  ///   the asking itself can end is told apart by ``OAuthError/isUnanswered`` and its neighbours.
  ///   `misused` naming the argument before anything is read or sent.
  public func signIn(
    scopes: [Scope], storedAs name: String? = nil,
    options: AuthorizationOptions = AuthorizationOptions()
  ) async throws(OAuthError) -> Session {
    try check(scopes, name)
    if let session = try await storedSession(with: scopes, name) { return session }
    return try await ask(
      SignInRequest(scopes: scopes, options: options), storedAs: name, using: automaticFlow())
  }

  /// Signs a user in by a flow.
  ///
  /// ```swift
  /// let session = try await client.signIn(using: .device, scopes: [.openID])
  /// let session = try await client.signIn(using: .password(username: "alice", password: typed))
  /// ```
  ///
  /// Where the flow asks the user, a stored session of the same scopes is returned first, as
  /// ``signIn(scopes:storedAs:options:)`` does.
  ///
  /// - Parameters:
  ///   - flow: How the user signs in.
  ///   - scopes: The scopes to request, where the flow does not have them.
  ///   - name: The name that the session is stored under; without it, the subject.
  ///   - options: What else to say to the provider.
  /// - Returns: The session, stored.
  /// - Throws: What went wrong; what was stored before is as it was.
  public func signIn(
    using flow: some SignInFlow, scopes: [Scope] = [], storedAs name: String? = nil,
    options: AuthorizationOptions = AuthorizationOptions()
  ) async throws(OAuthError) -> Session {
    let request = SignInRequest(scopes: scopes, options: options)
    guard flow.asksUser else {
      return try await keep(flow.session(in: signInContext(request), storedAs: name))
    }
    try check(scopes, name)
    if let session = try await storedSession(with: scopes, name) { return session }
    if let system = presenter.system, system.choice == .never {
      throw .interactionRequired(command: system.command)
    }
    return try await ask(request, storedAs: name, using: flow)
  }

  /// Signs a user in for as long as the program keeps the session: no store is read, and nothing is
  /// stored. ``keep(_:storedAs:)`` stores it later.
  ///
  /// - Parameters:
  ///   - scopes: The scopes to request; `openid` identifies the user.
  ///   - options: What else to say to the provider.
  /// - Throws: As ``signIn(scopes:storedAs:options:)``.
  public func signInWithoutStoring(
    scopes: [Scope], options: AuthorizationOptions = AuthorizationOptions()
  ) async throws(OAuthError) -> Session {
    var client = self
    client.store = MemoryTokenStore()
    return try await client.signIn(scopes: scopes, options: options)
  }

  /// Checks the arguments of a sign-in, before anything is read or sent.
  func check(_ scopes: [Scope], _ name: String?) throws(OAuthError) {
    try provider.dialect.check(identity, redirectURI: redirect.fixedURI, scopes: scopes)
    if let name { try check(name) }
  }

  /// The stored session of that name; nil if there is no such session. The user is not asked.
  ///
  /// - Parameter name: The name; nil means the only one of this client.
  /// - Throws: `storeFailed` or `storeDamaged`.
  public func session(named name: String? = nil) async throws(OAuthError) -> Session? {
    try await stored(name).map(live)
  }

  /// All stored sessions of this client. The user is not asked.
  ///
  /// - Throws: `storeFailed` or `storeDamaged`.
  public func sessions() async throws(OAuthError) -> [Session] {
    try await ownSessions(nil).map(live)
  }

  func ownSessions(_ name: String?) async throws(OAuthError) -> [StoredSession] {
    try await store.sessions(
      AccountFilter(
        issuer: provider.metadata.issuer.text, clientID: identity.id, name: name))
  }

  /// Signs out by a plan; as ``Session/signOut(_:userAgent:)``.
  ///
  /// The issuer's page that ends its own session is shown by the client's user agent, or by this
  /// machine's browser.
  ///
  /// - Returns: What was done. It may be ignored.
  @discardableResult
  public func signOut(
    _ session: Session, _ plan: SignOutPlan = .standard
  ) async -> SignOutReport {
    await session.signOut(plan, userAgent: plan.endsProviderSession == nil ? nil : signOutAgent)
  }

  /// Signs out the stored session of that name; nil if there is no such session.
  ///
  /// - Throws: `storeFailed` or `storeDamaged`.
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
      system.signOutAgent(redirectURI: redirect.fixedURI, environment: environment)
    }
  }

  private func stored(_ name: String?) async throws(OAuthError) -> StoredSession? {
    // The client's own sessions have no user.
    let fitting = try await ownSessions(name).filter { $0.renewal == .refreshToken }
    // Without a name several users cannot be distinguished.
    guard name != nil || fitting.count == 1 else { return nil }
    return fitting.max { $0.obtainedAt < $1.obtainedAt }
  }

  package func storedSession(with scopes: [Scope], _ name: String?) async throws(OAuthError)
    -> Session?
  {
    guard let stored = try await stored(name), context.runtime.dpop.accepts(stored),
      // Providers may grant less than was requested; a new request would not change that.
      Set(scopes).isSubset(of: stored.scopes + stored.requestedScopes)
    else { return nil }
    let session = live(stored)
    do throws(OAuthError) {
      _ = try await session.accessToken()
    } catch {
      switch error.errorClass {
      case .sessionEnded, .interactionRequired:
        context.runtime.logger.info(
          "the stored session cannot be resumed without the user, who is asked")
        return nil
      case .transient:
        // Offline is not signed out.
        context.runtime.logger.info("the stored session cannot be refreshed at the moment")
      case .configuration where error.outcome == .refused && error.code != .invalidClient:
        // The issuer may let this client sign users in and not refresh.
        context.runtime.logger.info(
          "the authorization server refused the refresh, and the user is asked")
        return nil
      case .configuration, .storageUnavailable, .cancelled: throw error
      }
    }
    return session
  }
}
