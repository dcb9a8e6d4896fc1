// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaS
import Coatcheck
import CoatcheckClient
import CoatcheckCommand
import CoatcheckJOSE
import CoatcheckOAuth
import Synchronization

/// Runs `coatcheck login` for any kind of provider.
struct SignIn: Sendable {
  let profile: any SignInProfile
  /// The name to store the account under; nil for its subject.
  let name: String?
  /// The command to run at a terminal.
  let command: String
  let asking: SignInSettings
  let context: CommandContext

  /// Records that the session is new: the user was prompted, or tokens were obtained without a prompt.
  private final class Novelty: Sendable {
    private let noted = Mutex(false)
    var isNoted: Bool { noted.withLock { $0 } }
    func note() { noted.withLock { $0 = true } }
  }

  /// Signs in, or continues with what is stored.
  ///
  /// - Returns: The stored session, and whether it is a new one.
  func run() async throws -> (session: StoredSession, isNew: Bool) {
    let novelty = Novelty()
    let plan = try profile.plan(in: context, asking: prompt { novelty.note() })
    try await checkName(plan)
    let way = asking.way(in: context, command: command) { _ in novelty.note() }
    let client = try await plan.client(asking: way, in: context)
    let session: Session
    do {
      session = try await self.session(of: client, plan, way, novelty)
    } catch let error as OAuthError {
      throw failure(error)
    }
    guard let stored = try await context.store.session(session.account) else {
      throw CommandFailure(.notSignedIn, "the account was signed out in the meantime")
    }
    await remember(stored)
    return (stored, novelty.isNoted)
  }

  private func session(
    of client: Client, _ plan: SignInPlan, _ way: SystemSignIn, _ novelty: Novelty
  ) async throws -> Session {
    switch plan.way {
    case .pages(let make):
      if let session = try await same(of: client) { return session }
      return try await onPages(make, of: client, plan, way)
    case .browser(let scopes, let options):
      return try await client.signIn(
        scopes: scopes ?? Self.usualScopes(of: client.provider), storedAs: name, options: options)
    case .replacing(let direct):
      novelty.note()
      return try await client.signIn(using: direct, storedAs: name)
    case .direct(let make):
      if let session = try await same(of: client) { return session }
      let direct = try await make()
      novelty.note()
      return try await client.signIn(using: direct, storedAs: name)
    case .own(let scopes):
      let session = try await client.ownSession(scopes: scopes)
      if session.stored?.signInMessages != profile.words { novelty.note() }
      if let name, session.stored?.name != name {
        try await context.accounts.rename(session.account, to: name)
      }
      return session
    }
  }

  /// Shows the provider's pages. While another program asks for the same account, this one waits, and continues
  /// with what was stored meanwhile.
  private func onPages(
    _ make: @Sendable (any UserAgent) -> IDaaSBrowserSignIn, of client: Client, _ plan: SignInPlan,
    _ way: SystemSignIn
  ) async throws -> Session {
    let method = try way.method(at: client.provider.metadata)
    var registered: String?
    if case .fixed(let uri) = plan.redirect { registered = uri }
    guard
      let agent = way.userAgent(
        for: method, redirectURI: registered, environment: context.environment)
    else {
      throw CommandFailure(.usage, "this provider does not support sign-in on another device")
    }
    let lock = StoreLock.signIn(issuer: plan.issuer, clientID: plan.clientID, name: name)
    return try await context.store.withExclusiveAccess(to: lock) {
      if let session = try await same(of: client) { return session }
      way.willPrompt(method)
      return try await client.signIn(using: make(agent), storedAs: name)
    }
  }

  /// The stored session that was obtained in the same way, if it is valid or can be refreshed.
  private func same(of client: Client) async throws -> Session? {
    let sessions = try await client.sessions().filter { session in
      guard let stored = session.stored, stored.signInMessages == profile.words else {
        return false
      }
      return name == nil || stored.name == name
    }
    guard let session = sessions.first, sessions.count == 1 else { return nil }
    do {
      _ = try await session.accessToken()
      return session
    } catch {
      switch error.errorClass {
      case .sessionEnded, .interactionRequired: return nil
      // An unreachable provider does not end the session.
      case .transient: return session
      default: throw error
      }
    }
  }

  private static func usualScopes(of provider: Provider) -> [Scope] {
    let offline = provider.metadata.scopesSupported?.contains(Scope.offlineAccess.rawValue) == true
    return offline ? [.openID, .offlineAccess] : [.openID]
  }

  private func prompt(willPrompt: @escaping @Sendable () -> Void) -> UserPrompt {
    UserPrompt(
      mayAsk: !asking.noInteractive, deadline: .seconds(asking.timeout), command: command,
      terminal: context.terminal.prompt, environment: context.environment, willPrompt: willPrompt)
  }

  /// Stores the words of this command with the account: for the hint when the session ends, and to find the
  /// session of the same sign-in again. A failure is ignored.
  private func remember(_ stored: StoredSession) async {
    guard stored.signInMessages != profile.words else { return }
    let words = JSONValue.array(profile.words.map(JSONValue.string))
    try? await context.accounts.update(stored.account) {
      $0.appData[AccountNotes.signInMessages] = words
    }
  }

  private func failure(_ error: OAuthError) -> CommandFailure {
    guard error.isUnanswered else { return CommandFailure(error) }
    return CommandFailure(
      .cancelled, "the sign-in was not completed within \(asking.timeout) s",
      code: error.code.rawValue)
  }

  /// Refuses a name that belongs to an account of another provider or client.
  private func checkName(_ plan: SignInPlan) async throws {
    guard let name else { return }
    let owner = try await context.store.sessions().first { $0.name == name }?.account
    guard owner == nil || (owner?.issuer == plan.issuer && owner?.clientID == plan.clientID) else {
      throw CommandFailure(
        .usage, "the name “\(name)” belongs to an account of another provider or client",
        code: "name_in_use", hint: "choose another --name, or run: coatcheck logout \(name)")
    }
  }
}
