// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth
public import CoatcheckFoundation

/// Accounts at several providers in one store. Each provider has its own client, and all authorization
/// responses go to one function.
///
/// The definition of a type is not stored: it is set each time the program starts. The accounts are
/// stored, and a type that is not set again leaves its accounts where they are.
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
  /// The accounts of all types in the store.
  public nonisolated let accounts: Accounts

  private let store: any TokenStore
  private let transport: any HTTPTransport
  private let environment: RuntimeEnvironment
  private var types: [String: AccountType] = [:]
  private var pending: [(type: String, attempt: SignInAttempt)] = []
  private static let maximumPending = 32
  private var listeners: [Int: AsyncStream<AccountTypeFailure>.Continuation] = [:]
  private var numbers = 0

  /// Creates an object without types.
  ///
  /// - Parameters:
  ///   - store: The store of the accounts.
  ///   - transport: The transport of all requests.
  ///   - environment: The clocks and the random generator.
  public init(
    store: any TokenStore, transport: any HTTPTransport, environment: RuntimeEnvironment = .live
  ) {
    self.store = store
    self.transport = transport
    self.environment = environment
    accounts = Accounts(in: store, environment: environment)
  }

  /// Defines a type, or replaces its definition.
  ///
  /// - Parameters:
  ///   - name: The name of the type, by which its accounts are found.
  ///   - type: The definition of the type.
  public func set(_ name: String, _ type: AccountType) { types[name] = type }

  /// The names of the types that were set, sorted.
  public var names: [String] { types.keys.sorted() }

  /// The client of a type.
  ///
  /// - Parameter name: The name of the type.
  /// - Throws: `misused` naming `type` when the type was not set.
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

  /// Begins the code flow of a type: creates an authorization request. The authorization response goes to
  /// ``handleRedirect(_:storedAs:)``.
  ///
  /// At most 32 requests wait for their responses; the oldest is discarded first.
  ///
  /// - Parameters:
  ///   - name: The name of the type.
  ///   - options: Further parameters of the authorization request.
  /// - Returns: The authorization request URL, to open in a browser.
  /// - Throws: `misused` naming `type` when the type was not set, or `redirectURI` when it has no
  ///   redirect URI.
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
    // At the maximum of pending sign-ins, the oldest one is discarded.
    if pending.count == Self.maximumPending { pending.removeFirst() }
    pending.append((name, attempt))
    return attempt.url
  }

  /// Completes a sign-in with the address that the app was opened with. The `state` parameter decides
  /// which sign-in it belongs to, so several types may have the same redirect URI.
  ///
  /// - Parameters:
  ///   - url: The whole address, with its query and fragment.
  ///   - name: The name under which the session is stored; nil for the subject.
  /// - Returns: The session, stored; nil when no sign-in that was begun here waits for this address.
  /// - Throws: The error of the sign-in, which ``failures`` reports as well. The sign-in has to be begun
  ///   again then.
  public func handleRedirect(
    _ url: String, storedAs name: String? = nil
  ) async throws(OAuthError) -> Session? {
    guard let index = pending.firstIndex(where: { $0.attempt.isMeant(by: url) }) else {
      return nil
    }
    let (type, attempt) = pending.remove(at: index)
    return try await session(type, by: .redirect(attempt, callback: url), storedAs: name)
  }

  /// Signs a user in to a type by any flow, for example without a browser.
  ///
  /// - Parameters:
  ///   - name: The name of the type.
  ///   - way: The flow.
  ///   - storedAs: The name under which the session is stored; nil for the subject.
  /// - Returns: The session, stored.
  /// - Throws: `misused` naming `type` when the type was not set; the error of the flow. ``failures``
  ///   reports both as well.
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

  /// The stored accounts of a type. The type need not be set.
  ///
  /// - Parameter name: The name of the type; nil for the accounts of all types.
  /// - Throws: `storeFailed`, `storeLocked` or `storeDamaged` when the store cannot be read.
  public nonisolated func accounts(
    _ name: String? = nil
  ) async throws(OAuthError) -> [StoredSession] {
    try await accounts.list(AccountFilter(provider: name))
  }

  /// The session of an account, with the client of its type.
  ///
  /// - Parameter account: The account.
  /// - Returns: The session; nil when it is not stored.
  /// - Throws: `misused` naming `type` when the type was not set; `storeFailed`, `storeLocked` or
  ///   `storeDamaged` when the store cannot be read.
  public func session(_ account: AccountID) async throws(OAuthError) -> Session? {
    guard let stored = try await store.session(account) else { return nil }
    return try client(stored.provider ?? "").live(stored)
  }

  /// The changes of the accounts from now on, as `Accounts.events(_:every:)`.
  ///
  /// - Parameter interval: The time between two reads of the store.
  public nonisolated func events(every interval: Duration = .seconds(1)) -> AsyncStream<
    AccountEvent
  > {
    accounts.events(every: interval)
  }

  /// The sign-ins that fail from now on. A stream that is not read keeps the newest 64.
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

  /// The scopes that a type requests; empty when the type was not set.
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
  /// This provider with another name, by which its accounts are found in the store.
  fileprivate func renamed(_ name: String) -> Provider {
    Provider(metadata: metadata, name: name, leeway: leeway, dialect: dialect)
  }
}
