// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth
public import CoatcheckFoundation

/// Several services in one store, each with its own client, and one place that takes all callbacks.
///
/// The definition of a type is not stored: it is set each time the program starts. The accounts are, and a type that was
/// not set again leaves them where they are.
///
/// ```swift
/// let types = AccountTypes(store: .system, transport: Transports.system)
/// await types.set("soundcloud", AccountType(of: provider, id: "…", secret: Secret("…"),
///   redirectURI: "x-myapp://oauth2", scopes: ["non-expiring"]))
/// open(try await types.authorizationURL("soundcloud"))
/// // and when the app is opened with an address:
/// let session = try await types.handleRedirect(url)
/// ```
public actor AccountTypes {
  /// The accounts of all types.
  public nonisolated let accounts: Accounts

  private let store: any TokenStore
  private let transport: any HTTPTransport
  private let environment: RuntimeEnvironment
  private var types: [String: AccountType] = [:]
  private var pending: [(type: String, attempt: SignInAttempt)] = []
  private static let maximumPending = 32
  private var listeners: [Int: AsyncStream<AccountTypeFailure>.Continuation] = [:]
  private var numbers = 0

  /// No types yet.
  ///
  /// - Parameters:
  ///   - store: Where the accounts are kept.
  ///   - transport: What sends the requests.
  ///   - environment: The clocks and the random generator.
  public init(
    store: any TokenStore, transport: any HTTPTransport, environment: RuntimeEnvironment = .live
  ) {
    self.store = store
    self.transport = transport
    self.environment = environment
    accounts = Accounts(in: store, environment: environment)
  }

  /// Says what a type is, in place of what was said before.
  public func set(_ name: String, _ type: AccountType) { types[name] = type }

  /// The names of the types that were set.
  public var names: [String] { types.keys.sorted() }

  /// The client of a type.
  ///
  /// - Throws: `misused` naming `type` when it was not set.
  public func client(_ name: String) throws(OAuthError) -> Client {
    let type = try type(name)
    return Client(
      of: type.provider.renamed(name), id: type.id, secret: type.secret, store: store,
      transport: transport
    ) {
      $0.redirect = type.redirectURI.map(RedirectPolicy.fixed) ?? .loopback
      $0.environment = environment
    }
  }

  /// Begins the code flow for a type. The response goes to ``handleRedirect(_:storedAs:)``.
  ///
  /// - Parameters:
  ///   - name: The type.
  ///   - options: What else to say to the provider.
  /// - Returns: The address to open in a browser, or wherever the app likes.
  /// - Throws: `misused` naming `type` when it was not set, and `redirectURI` when it has none.
  public func authorizationURL(
    _ name: String, options: AuthorizationOptions = AuthorizationOptions()
  ) throws(OAuthError) -> URL {
    let type = try type(name)
    guard let redirectURI = type.redirectURI else {
      throw .misused("redirectURI", "The account type has no redirect URI.")
    }
    let attempt = try CodeFlow(client(name).context).begin(
      redirectURI: redirectURI, scopes: type.scopes, options: options)
    let now = environment.now()
    pending.removeAll {
      now.timeIntervalSince($0.attempt.transaction.startedAt) > AuthorizationTransaction.lifetime
    }
    // A user who opens the page again and again forgets the first ones.
    if pending.count == Self.maximumPending { pending.removeFirst() }
    pending.append((name, attempt))
    return attempt.url
  }

  /// Takes an address that the app was opened with. Whose it is, is known by its `state`: several types may
  /// have the same redirect URI.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - name: The name to store the session under; without it, the subject.
  /// - Returns: The session, stored; nil when no flow that was begun here waits for this address.
  /// - Throws: Why the flow failed; ``failures`` has it too.
  public func handleRedirect(
    _ url: String, storedAs name: String? = nil
  ) async throws(OAuthError) -> Session? {
    guard let index = pending.firstIndex(where: { $0.attempt.isMeant(by: url) }) else {
      return nil
    }
    let (type, attempt) = pending.remove(at: index)
    return try await session(type, by: .redirect(attempt, callback: url), storedAs: name)
  }

  /// Signs in without a browser.
  ///
  /// - Parameters:
  ///   - name: The type.
  ///   - way: How.
  ///   - storedAs: The name to store the session under; without it, the subject.
  /// - Throws: `misused` naming `type` when it was not set; why it failed. ``failures`` has it too.
  public func signIn(
    _ name: String, by way: some SignInFlow, storedAs: String? = nil
  ) async throws(OAuthError) -> Session {
    try await session(name, by: .direct(way), storedAs: storedAs)
  }

  private func session(
    _ type: String, by flow: CallbackFlow, storedAs name: String?
  ) async throws(OAuthError) -> Session {
    do throws(OAuthError) {
      return try await flow.session(of: client(type), storedAs: name)
    } catch {
      for listener in listeners.values {
        listener.yield(AccountTypeFailure(type: type, error: error))
      }
      throw error
    }
  }

  /// The accounts of a type, by name; of all types when none is named. The type need not be set.
  ///
  /// - Throws: `storeFailed`, `storeLocked` or `storeDamaged`.
  public nonisolated func accounts(
    _ name: String? = nil
  ) async throws(OAuthError) -> [StoredSession] {
    try await accounts.list(AccountFilter(provider: name))
  }

  /// The session of an account, by the client of its type.
  ///
  /// - Returns: The session; nil when it is not stored.
  /// - Throws: `misused` naming `type` when its type was not set.
  public func session(_ account: AccountID) async throws(OAuthError) -> Session? {
    guard let stored = try await store.session(account) else { return nil }
    return try client(stored.provider ?? "").live(stored)
  }

  /// What happens to the accounts from now on; as `Accounts.events(_:every:)`.
  public nonisolated func events(every interval: Duration = .seconds(1)) -> AsyncStream<
    AccountEvent
  > {
    accounts.events(every: interval)
  }

  /// The flows that fail from now on.
  public var failures: AsyncStream<AccountTypeFailure> {
    let (stream, listener) = AsyncStream.makeStream(
      of: AccountTypeFailure.self, bufferingPolicy: .bufferingNewest(64))
    numbers += 1
    let number = numbers
    listeners[number] = listener
    listener.onTermination = { [weak self] _ in
      guard let self else { return }
      Task { await self.leave(number) }
    }
    return stream
  }

  /// The scopes that a type asks for; none when it was not set.
  func scopes(of name: String) -> [Scope] { types[name]?.scopes ?? [] }

  private func leave(_ number: Int) { listeners[number] = nil }

  private func type(_ name: String) throws(OAuthError) -> AccountType {
    guard let type = types[name] else {
      throw .misused("type", "This account type was not set since the program started.")
    }
    return type
  }

  deinit { for listener in listeners.values { listener.finish() } }
}

extension Provider {
  /// This provider, whose accounts are found by another name.
  fileprivate func renamed(_ name: String) -> Provider {
    Provider(metadata: metadata, name: name, leeway: leeway, dialect: dialect)
  }
}
