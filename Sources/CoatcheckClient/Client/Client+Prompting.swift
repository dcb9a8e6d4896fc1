// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// Why the user is asked to sign in.
enum AskingReason: Sendable {
  /// A stored session is replaced, for example because a resource server requires a stronger
  /// authentication.
  case replacing
  /// No stored session can be used. Under the lock the store is read once more, since another program
  /// may have stored a session meanwhile; the one that was tried is not tried again.
  case looking(tried: StoredSession?)
}

extension Client {
  /// Asks the user to sign in. Of all programs that share the store, only one at a time asks for the
  /// same account. A caller that had to wait adopts the session that was stored meanwhile.
  ///
  /// - Parameters:
  ///   - request: The scopes and options to request.
  ///   - place: Where the session is stored.
  ///   - flow: How the user is asked.
  ///   - reason: Why the user is asked.
  func ask(
    _ request: SignInRequest, storedAs place: SessionPlace, using flow: some SignInFlow,
    after reason: AskingReason
  ) async throws(OAuthError) -> Session {
    let name = place.name
    let lock = StoreLock.signIn(
      issuer: provider.metadata.issuer.text, clientID: identity.id, name: name)
    let notice = waitingNotice()
    defer { notice.cancel() }
    do {
      return try await store.withExclusiveAccess(to: lock) {
        notice.cancel()
        if case .looking(let tried) = reason,
          case .session(let session) = try await resumed(request.scopes, place, unless: tried)
        {
          return session
        }
        let answer = try await answer(to: request, storedAs: name, using: flow, under: lock)
        return try await keep(succeeding(answer, name), accessibility: place.accessibility)
      }
    } catch {
      throw OAuthError.known(error)
        ?? .unreachable(.storeFailed, "The session store failed: the lock is not available.")
    }
  }

  /// A session without a name replaces the only stored session whose user is unknown as well: that one
  /// could not be used, or the user would not have been asked.
  private func succeeding(
    _ session: StoredSession, _ name: String?
  ) async throws(OAuthError) -> StoredSession {
    guard name == nil, session.isAnonymous else { return session }
    let others = try await ownSessions(nil).filter(\.isAnonymous)
    guard others.count == 1, let other = others.first else { return session }
    var session = session
    (session.account, session.name) = (other.account, other.name)
    return session
  }

  /// Stores a verified session, with the name, the leeway and the dialect of the provider.
  ///
  /// - Parameters:
  ///   - verified: The session.
  ///   - accessibility: When a keychain lets it be read; nil for what the session says, or as before.
  package func keep(
    _ verified: StoredSession, accessibility: KeychainAccessibility? = nil
  ) async throws(OAuthError) -> Session {
    var session = verified
    session.accessibility = accessibility ?? verified.accessibility
    session.provider = provider.profile
    session.leeway = provider.leeway
    session.dialect = provider.dialect
    return live(try await accounts.add(session))
  }

  /// The flow that fits this machine. Throws at once where the user cannot be asked, before the lock is
  /// taken.
  func automaticFlow() throws(OAuthError) -> AutomaticSignIn {
    AutomaticSignIn(
      method: try presenter.system?.method(at: provider.metadata, redirectURI: redirect?.fixedURI))
  }

  /// The context of one sign-in of this client, for flows that are called step by step.
  ///
  /// - Parameter request: The scopes and options to request.
  /// - Throws: `misused` naming `dpop` when the key that binds the tokens cannot be generated.
  public func signInContext(
    _ request: SignInRequest = SignInRequest()
  ) throws(OAuthError) -> SignInContext {
    SignInContext(
      context, request: request, prover: try context.runtime.dpop.prover(), presenter: presenter,
      redirectURI: redirect?.fixedURI, pending: store as? any PendingAuthorizationStore)
  }

  private func answer(
    to request: SignInRequest, storedAs name: String?, using flow: some SignInFlow,
    under lock: StoreLock
  ) async throws(OAuthError) -> StoredSession {
    try checkQuiet(lock)
    do throws(OAuthError) {
      // The activity lasts from the page to the end of the token request: the user may leave the app in
      // between.
      let session = try await ExpiringActivity.during("sign-in") { () async throws(OAuthError) in
        try await flow.session(in: signInContext(request), storedAs: name)
      }
      prompts.answered(lock)
      return session
    } catch {
      switch error.code {
      case .timedOut where error.isUnanswered: prompts.unanswered(lock)
      case .userCancelled, .accessDenied: prompts.answered(lock)
      default: break
      }
      throw error
    }
  }

  /// After three unanswered prompts, a program without a terminal does not ask the user for a while.
  private func checkQuiet(_ lock: StoreLock) throws(OAuthError) {
    guard let system = presenter.system, system.signInEnvironment.isUnattended,
      let pause = prompts.pause(for: lock)
    else { return }
    let required = OAuthError.interactionRequired(command: system.command)
    throw OAuthError(
      outcome: required.outcome, code: required.code,
      reason: "The last prompts were not answered. " + required.reason
    ).retrying(after: pause)
  }

  /// Tells the user at the terminal that another program asks already, if the wait exceeds half a
  /// second.
  private func waitingNotice() -> Task<Void, Never> {
    guard let system = presenter.system else { return Task {} }
    let environment = environment
    return Task {
      do {
        try await environment.sleep(.milliseconds(500))
        try Task.checkCancellation()
        system.terminal.show(SignInMessages.waiting)
      } catch {}
    }
  }
}
