// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
public import CoatcheckOAuth
import Synchronization

/// Signs in by a switch to Weibo's app and back, with one request at a time.
///
/// The app's delegates pass it every URL that the app is opened with. It accepts only Weibo's response to
/// the pending request, so that the app can handle all other URLs:
///
/// ```swift
/// func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
///   for context in contexts where !weibo.handle(url: context.url.absoluteString) { … }
/// }
/// func sceneDidBecomeActive(_ scene: UIScene) { weibo.returned() }
/// ```
///
/// It replaces no delegate function, and opens no window or web view.
public final class WeiboAppSignIn: Sendable {
  private typealias Waiter = CheckedContinuation<Result<WeiboAppReply, OAuthError>, Never>

  private struct Outstanding {
    let id: String
    var waiter: Waiter?
    /// A response that came before a call waited for it.
    var early: Result<WeiboAppReply, OAuthError>?
    /// The task that fails the request when the user has returned without a response.
    var giveUp: Task<Void, Never>?
  }

  /// The maximum time for the whole request.
  public let deadline: Duration
  /// The maximum time until the response arrives after the user has returned to this app.
  public let grace: Duration
  private let registration: WeiboRegistration
  private let app: any WeiboAppAdapter
  private let environment: RuntimeEnvironment
  private let outstanding = Mutex<Outstanding?>(nil)

  /// Creates a sign-in with Weibo's app.
  ///
  /// - Parameters:
  ///   - registration: The registration of this app at Weibo.
  ///   - app: The connection to Weibo's app.
  ///   - deadline: The maximum time for the whole request; ten minutes by default.
  ///   - grace: The maximum time until the response arrives after the user has returned.
  ///   - environment: The clocks and the random generator.
  public init(
    _ registration: WeiboRegistration, app: any WeiboAppAdapter, deadline: Duration = .seconds(600),
    grace: Duration = .seconds(3), environment: RuntimeEnvironment = .live
  ) {
    self.registration = registration
    self.app = app
    self.deadline = deadline
    self.grace = grace
    self.environment = environment
  }

  /// Whether Weibo's app is installed.
  public var isAvailable: Bool {
    get async { await app.isAvailable }
  }

  /// Handles a URL that this app was opened with.
  ///
  /// - Parameter url: The complete URL.
  /// - Returns: Whether it was Weibo's response to the pending request. False for the URL of another app
  ///   and for a response to another request: handle it elsewhere.
  public func handle(url: String) -> Bool {
    guard registration.ownsScheme(of: url) || registration.ownsLink(url) else { return false }
    return take(url)
  }

  /// Handles the URL of a user activity, as Universal Links arrive.
  ///
  /// - Parameter url: The `webpageURL` of the activity as text; nil when it has no URL.
  /// - Returns: As ``handle(url:)``.
  public func handle(userActivityURL url: String?) -> Bool {
    guard let url, registration.ownsLink(url) else { return false }
    return take(url)
  }

  private func take(_ url: String) -> Bool {
    guard url.utf8.count <= 16 << 10, let answer = app.answer(in: url) else { return false }
    return finish(answer.requestID, with: .success(answer))
  }

  /// Notes that the user has returned to this app. The request fails when no response arrives within
  /// ``grace``.
  public func returned() {
    let grace = grace
    let environment = environment
    outstanding.withLock { outstanding in
      guard let id = outstanding?.id, outstanding?.giveUp == nil else { return }
      outstanding?.giveUp = Task { [weak self] in
        guard (try? await environment.sleep(grace)) != nil else { return }
        _ = self?.finish(
          id,
          with: .failure(.weiboFailed("The user came back from Weibo's app without a response.")))
      }
    }
  }

  /// Completes a request. Returns whether it was the pending one.
  private func finish(_ id: String, with result: Result<WeiboAppReply, OAuthError>) -> Bool {
    let (isOurs, waiter): (Bool, Waiter?) = outstanding.withLock { outstanding in
      guard let current = outstanding, Secret(current.id).matches(Secret(id)),
        current.early == nil
      else { return (false, nil) }
      current.giveUp?.cancel()
      if let waiter = current.waiter {
        outstanding = nil
        return (true, waiter)
      }
      outstanding?.early = result
      return (true, nil)
    }
    waiter?.resume(returning: result)
    return isOurs
  }

  /// Sends a request to Weibo's app, and waits for the response.
  ///
  /// - Throws: `misused` when a request is under way or there is no app; `userCancelled` with the number 102;
  ///   `refused` with 103; `timedOut`; `cancelled`.
  func answer(
    redirectURI: String, scopes: [String]
  ) async throws(OAuthError) -> (token: Secret, uid: String) {
    guard await app.isAvailable else {
      throw .misused("app", "Weibo's app is not installed.")
    }
    let request = WeiboRequest(
      id: environment.token(bytes: 16), redirectURI: redirectURI, scopes: scopes)
    try begin(request.id)
    defer { abandon(request.id) }
    try await app.start(request)
    let late = OAuthError.unanswered("The sign-in in Weibo's app was not completed in time.")
    do {
      let answer = try await withDeadline(
        deadline, environment: environment, otherwise: late
      ) { try await self.wait(for: request.id) }
      return try answer.credentials()
    } catch {
      throw OAuthError.known(error) ?? .weiboFailed("Weibo's app could not be asked.")
    }
  }

  /// Makes a request the pending one. Only one can be pending, so that no response is taken for that of
  /// another.
  private func begin(_ id: String) throws(OAuthError) {
    let isFree = outstanding.withLock { outstanding in
      guard outstanding == nil else { return false }
      outstanding = Outstanding(id: id)
      return true
    }
    guard isFree else { throw .misused("request", "Another request to Weibo's app is under way.") }
  }

  private func abandon(_ id: String) {
    outstanding.withLock { outstanding in
      guard outstanding?.id == id else { return }
      outstanding?.giveUp?.cancel()
      outstanding = nil
    }
  }

  private func wait(for id: String) async throws -> WeiboAppReply {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (waiter: Waiter) in
        let early: Result<WeiboAppReply, OAuthError>? = outstanding.withLock { outstanding in
          guard outstanding?.id == id else { return .failure(.programCancelled) }
          if let early = outstanding?.early {
            outstanding = nil
            return early
          }
          outstanding?.waiter = waiter
          return nil
        }
        if let early { waiter.resume(returning: early) }
      }
    } onCancel: {
      _ = finish(id, with: .failure(.programCancelled))
    }
    return try result.get()
  }
}

extension IDaaS {
  /// Signs in with Weibo's own app.
  ///
  /// - Parameters:
  ///   - weibo: The switch to the app.
  ///   - redirectURI: The redirect URI that is registered at Weibo.
  ///   - scopes: The requested scopes; can be empty.
  ///   - name: The name that the session is stored under; nil for the identifier of the user.
  /// - Throws: `misused` when Weibo's app is not installed, or another request to it is pending;
  ///   `userCancelled` or `accessDenied` with `102` in `providerCode` when the user cancelled or denied
  ///   access; `refused` with `103` when Weibo's app failed, or the user returned without a response;
  ///   `timedOut`; `cancelled`; otherwise as ``signIn(weiboToken:uid:storedAs:)``.
  public func signIn(
    with weibo: WeiboAppSignIn, redirectURI: String, scopes: [String] = [],
    storedAs name: String? = nil
  ) async throws(OAuthError) -> LoginOutcome {
    let (token, uid) = try await weibo.answer(redirectURI: redirectURI, scopes: scopes)
    return try await signIn(weiboToken: token, uid: uid, storedAs: name)
  }
}
