// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth

extension Client {
  /// What is asked for, whoever is asked.
  struct Question: Sendable {
    let scopes: [Scope]
    let name: String?
    let options: AuthorizationOptions
    /// Whether the person is asked though a session is stored: it isn't good enough.
    var isAnew = false
  }

  /// Asks the person, once at a time for each account and in all programs that share the store.
  ///
  /// Who had to wait adopts the session that was stored meanwhile.
  func ask(_ question: Question) async throws(OAuthError) -> Session {
    // Where nobody can be asked, nobody is waited for.
    let method = try method()
    let lock = StoreLock.signIn(
      issuer: provider.metadata.issuer.text, clientID: identity.id, name: question.name)
    let notice = waitingNotice()
    defer { notice.cancel() }
    do {
      return try await store.withExclusiveAccess(to: lock) {
        notice.cancel()
        if !question.isAnew,
          let session = try await goOn(with: question.scopes, question.name)
        {
          return session
        }
        return try await keep(answer(to: question, by: method, under: lock))
      }
    } catch {
      throw OAuthError.known(error)
        ?? .unreachable(.storeFailed, "The session store failed: the lock can't be had.")
    }
  }

  /// Stores a verified session, with what the provider's profile says about its sessions.
  package func keep(_ verified: StoredSession) async throws(OAuthError) -> Session {
    var session = verified
    session.provider = provider.profile
    session.leeway = provider.leeway
    session.dialect = provider.dialect
    return live(try await accounts.add(session))
  }

  /// The method of the system's sign-in; nil where the app has a user agent of its own.
  private func method() throws(OAuthError) -> SignInMethod? {
    guard case .system(let system) = asking else { return nil }
    return try system.method(at: provider.metadata)
  }

  private func answer(
    to question: Question, by method: SignInMethod?, under lock: StoreLock
  ) async throws(OAuthError) -> StoredSession {
    try checkQuiet(lock)
    do throws(OAuthError) {
      let session = try await session(answering: question, byFitting: method)
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

  /// After three prompts which nobody answered, only people at a terminal may ask for a while.
  private func checkQuiet(_ lock: StoreLock) throws(OAuthError) {
    guard case .system(let system) = asking, system.signInEnvironment.terminal == .none,
      let pause = prompts.pause(for: lock)
    else { return }
    let required = OAuthError.interactionRequired(command: system.command)
    throw OAuthError(
      outcome: required.outcome, code: required.code,
      reason: "Nobody answered the last prompts. " + required.reason, retryAfter: pause)
  }

  /// A provider may have codes for other devices, and none for this client: RFC 8628 §3.1 has it registered
  /// for them. Where nobody asked for a code by name, the next best way is taken then.
  private func session(
    answering question: Question, byFitting method: SignInMethod?
  ) async throws(OAuthError) -> StoredSession {
    do throws(OAuthError) {
      return try await session(answering: question, by: method)
    } catch  where method == .device && error.code == .unauthorizedClient {
      guard case .system(let system) = asking,
        let other = try system.methodWithoutDevices(at: provider.metadata)
      else { throw error }
      return try await session(answering: question, by: other)
    }
  }

  private func session(
    answering question: Question, by method: SignInMethod?
  ) async throws(OAuthError) -> StoredSession {
    var redirectURI: String?
    if case .fixed(let uri) = redirect { redirectURI = uri }
    let agent: any UserAgent
    switch asking {
    case .agent(let own): agent = own
    case .system(let system):
      if let method { system.willPrompt(method) }
      guard let method,
        let fitting = system.userAgent(
          for: method, redirectURI: redirectURI, environment: environment)
      else { return try await deviceSession(question, system) }
      agent = fitting
    }
    return try await flow.signIn(
      with: agent, redirectURI: redirectURI, scopes: question.scopes, options: question.options,
      storedAs: question.name)
  }

  private func deviceSession(
    _ question: Question, _ system: SystemSignIn
  ) async throws(OAuthError) -> StoredSession {
    var flow = DeviceFlow(
      metadata: provider.metadata, client: identity, transport: transport, keys: keys,
      idTokenAlgorithms: idTokenAlgorithms, deadline: system.deadline, clock: clock,
      environment: environment, logger: logger)
    flow.dpop = dpop
    flow.profile = self.flow.profile
    return try await flow.signIn(
      scopes: question.scopes, extra: question.options.extra, storedAs: question.name
    ) { authorization throws(OAuthError) in
      SignInMessages.device(authorization).forEach(system.terminal.show)
      // RFC 8628 §3.3.1: the complete address "is designed for non-textual transmission", as in a QR code.
      let address = authorization.verificationURIComplete ?? authorization.verificationURI
      if let show = system.terminal.showPicture, let picture = QRCode(address.text) {
        show(picture.lines(usesColour: true))
      }
    }
  }

  /// Says that somebody else is being asked, if that lasts.
  private func waitingNotice() -> Task<Void, Never> {
    guard case .system(let system) = asking else { return Task {} }
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
