// SPDX-License-Identifier: Apache-2.0
// One file: the state of one client, which each of its steps reads and changes.

public import CoatcheckClient
import CoatcheckFoundation
public import CoatcheckOAuth

/// A client that reports to a delegate, for apps whose sign-in is spread over several screens and
/// callbacks.
///
/// It uses the same `Session` as `Client`; each operation with a callback can be awaited as well.
///
/// ```swift
/// let oauth = CallbackClient(client, scopes: ["read"], storedAs: "main", delegate: self)
/// oauth.requestAccess()
///
/// func clientNeedsAuthentication(_ oauth: CallbackClient) {
///   open(try oauth.authorizationURL(redirectURI: "x-myapp://oauth2"))
/// }
/// // and when the app is opened with an address:
/// oauth.handleRedirect(url)
/// ```
///
/// All calls and callbacks are on the main actor. When the client is released, its delegate is no longer
/// called; a flow that is under way ends first.
@MainActor
public final class CallbackClient {
  private typealias Waiter = CheckedContinuation<Result<Session, OAuthError>, Never>

  /// The client, with the store in which sessions are kept unless ``keepSessions(_:)`` says otherwise.
  public private(set) var client: Client
  /// The delegate, which is not retained.
  public weak var delegate: (any CallbackClientDelegate)?
  /// The scopes that each sign-in requests.
  public var scopes: [Scope]
  /// The name under which the session is stored; nil for the subject.
  public let name: String?
  /// The session, for all operations that are not here; nil when no user is signed in, or the store was
  /// not read yet.
  public private(set) var session: Session?
  /// Where the session is kept.
  public internal(set) var keeping = SessionKeeping.stored

  /// The sign-ins that wait for their callbacks, the newest last.
  var attempts: [SignInAttempt] = []
  private(set) var inMemory: Client
  /// The number of requested refreshes that are under way.
  var refreshes = 0

  private var isLooking = false
  private var isSigningIn = false
  private var watching: Task<Void, Never>?
  /// Whether the delegate received `clientNeedsAuthentication`, and no flow has ended since.
  private var isAsked = false
  private var waiting: [Int: Waiter] = [:]
  private var tickets = 0

  /// Creates a client with callbacks. Nothing is read or sent.
  ///
  /// - Parameters:
  ///   - client: The client.
  ///   - scopes: The scopes that each sign-in requests.
  ///   - name: The name under which the session is stored; with nil, the only stored session of this
  ///     client is used.
  ///   - delegate: The delegate, which is not retained.
  public init(
    _ client: Client, scopes: [Scope] = [], storedAs name: String? = nil,
    delegate: (any CallbackClientDelegate)? = nil
  ) {
    self.client = client
    self.scopes = scopes
    self.name = name
    self.delegate = delegate
    var inMemory = client
    inMemory.store = MemoryTokenStore()
    self.inMemory = inMemory
  }

  deinit { watching?.cancel() }

  /// Sets another client of the same service for the flows that begin from now on. The current session
  /// stays.
  package func replace(_ client: Client, scopes: [Scope]) {
    let memory = inMemory.store
    (self.client, inMemory, self.scopes) = (client, client, scopes)
    inMemory.store = memory
  }

  /// Whether a sign-in or a refresh is under way.
  public var isAuthenticating: Bool {
    isSigningIn || refreshes > 0 || session?.status == .refreshing
  }

  /// Checks whether there is a valid access token. The delegate receives `clientDidGetAccess`,
  /// `clientNeedsAuthentication`, or `didFailWith` when the store cannot be read.
  ///
  /// Expired tokens are refreshed first, also those of an existing session. If the refresh fails
  /// temporarily, the delegate receives `didFailWith` and the session stays. If it can never succeed, the
  /// delegate receives `didLoseAccess` and then `clientNeedsAuthentication`. A call while another one is
  /// under way has no effect of its own.
  public func requestAccess() {
    guard !isLooking else { return }
    isLooking = true
    Task { await look() }
  }

  /// Returns the session. Without one, the delegate receives `clientNeedsAuthentication`, and this waits
  /// until a sign-in has ended.
  ///
  /// - Throws: The error of the sign-in; `interactionRequired` when there is no delegate; `cancelled`
  ///   when the task is cancelled.
  public func access() async throws(OAuthError) -> Session {
    if let session, !session.isUnusable { return session }
    lose(.expired)
    tickets += 1
    let ticket = tickets
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (waiter: Waiter) in
        guard !Task.isCancelled else {
          return waiter.resume(returning: .failure(Self.cancelled))
        }
        waiting[ticket] = waiter
        // A flow that is under way or was requested from the delegate resumes this caller as well.
        if !isSigningIn, !isAsked { requestAccess() }
      }
    } onCancel: {
      Task { @MainActor [weak self] in
        self?.waiting.removeValue(forKey: ticket)?.resume(returning: .failure(Self.cancelled))
      }
    }
    return try result.get()
  }

  private nonisolated static let cancelled = OAuthError.unreachable(
    .cancelled, "The program cancelled this.")

  private func look() async {
    if let session { return await look(at: session) }
    let found: Result<Session?, OAuthError>
    do throws(OAuthError) {
      found = .success(try await current.storedSession(with: scopes, name))
    } catch {
      found = .failure(error)
    }
    isLooking = false
    // The callback of a sign-in that ended in the meantime was sent already.
    guard session == nil else { return }
    switch found {
    case .success(let session?):
      gained(session)
      // The session exists, and has no valid token now: a network that is unavailable does not end it.
      if session.remaining == .zero, case .stale(let error) = session.status {
        delegate?.client(self, didFailWith: error)
      }
    case .success(nil): ask()
    case .failure(let error): failed(error)
    }
  }

  /// Checks whether the current session can still be used, and calls the delegate.
  private func look(at session: Session) async {
    var failure: OAuthError?
    do throws(OAuthError) {
      _ = try await session.accessToken()
    } catch {
      failure = error
    }
    isLooking = false
    // The callback of a sign-in that ended in the meantime was sent already.
    guard self.session == nil || self.session === session else { return }
    switch failure?.errorClass {
    case nil: if self.session === session { gained(session) }
    case .sessionEnded(let reason):
      lose(reason)
      ask()
    case .interactionRequired:
      lose(.expired)
      ask()
    default:
      // A failed refresh reaches the delegate as an event of the session.
      if let failure, session.status == .active { failed(failure) }
    }
  }

  private func ask() {
    guard let delegate else {
      return failed(
        .refused(.interactionRequired, "No user is signed in, and no user can be asked."))
    }
    isAsked = true
    delegate.clientNeedsAuthentication(self)
  }

  /// Begins a flow; only one may be under way.
  ///
  /// - Throws: `misused` when another one is under way. The delegate receives the error as well.
  func begin() throws(OAuthError) {
    guard !isSigningIn else {
      let error = OAuthError.misused("client", "Another sign-in of this client is under way.")
      delegate?.client(self, didFailWith: error)
      throw error
    }
    isSigningIn = true
  }

  /// Runs a flow that has begun, and calls the delegate at its end.
  ///
  /// - Throws: The error of the flow.
  func finish(_ flow: CallbackFlow) async throws(OAuthError) -> Session {
    do throws(OAuthError) {
      let session = try await flow.session(of: current, scopes: scopes, storedAs: name)
      isSigningIn = false
      gained(session)
      return session
    } catch {
      isSigningIn = false
      failed(error)
      throw error
    }
  }

  /// Completes a sign-in that an earlier run of the app may have begun. If no sign-in waits for this
  /// callback, the delegate receives nothing.
  ///
  /// - Throws: As `Client.resume(with:)`.
  func finish(resuming callback: URL) async throws(OAuthError) -> Session? {
    do throws(OAuthError) {
      let session = try await current.resume(with: callback)
      isSigningIn = false
      if let session { gained(session) }
      return session
    } catch {
      isSigningIn = false
      failed(error)
      throw error
    }
  }

  /// Reports an error that is not an event of a session to the delegate and to all waiting callers.
  func failed(_ error: OAuthError) {
    isAsked = false
    for waiter in takeWaiting() { waiter.resume(returning: .failure(error)) }
    delegate?.client(self, didFailWith: error)
  }

  private func gained(_ session: Session) {
    isAsked = false
    watch(session)
    for waiter in takeWaiting() { waiter.resume(returning: .success(session)) }
    delegate?.clientDidGetAccess(self)
  }

  private func takeWaiting() -> [Waiter] {
    defer { waiting = [:] }
    return waiting.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Replaces the current session, and reports the events of the new one to the delegate.
  func watch(_ session: Session) {
    guard self.session !== session else { return }
    self.session = session
    watching?.cancel()
    let events = session.events
    watching = Task { [weak self] in
      for await event in events {
        guard let self, self.session === session else { return }
        self.tell(event)
      }
    }
  }

  /// Reports the remaining events of the session, and stops observing it.
  func finishWatching() async {
    // A stream whose task is cancelled ends after its buffered events.
    watching?.cancel()
    await watching?.value
  }

  private func tell(_ event: SessionEvent) {
    switch event {
    case .obtained: break
    case .refreshed: delegate?.clientDidRefreshAccess(self)
    case .failed(let error): refreshFailed(error)
    case .lost(let error): lose(error.endReason ?? .refused)
    case .signedOut: lose(.signedOut)
    }
  }

  private func refreshFailed(_ error: OAuthError) {
    if session?.isUnusable == true { return lose(.expired) }
    // Without a refresh token no request was sent, and the access token is still valid.
    guard session?.stored?.isRenewable != false else { return }
    delegate?.client(self, didFailWith: error)
  }

  /// Drops the current session, and reports its loss to the delegate. Without a session nothing happens.
  func lose(_ reason: EndReason) {
    guard session != nil else { return }
    session = nil
    watching?.cancel()
    delegate?.client(self, didLoseAccess: reason)
  }
}
