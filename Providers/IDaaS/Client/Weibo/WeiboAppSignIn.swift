// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
public import CoatcheckOAuth
import Synchronization

/// Signs in by a switch to Weibo's app and back: one request at a time, one answer to each.
///
/// The app's delegates hand over every address they are opened with. What is not Weibo's response to us is not
/// taken, so that any other user that wants it gets it:
///
/// ```swift
/// func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
///   for context in contexts where !weibo.handle(url: context.url.absoluteString) { … }
/// }
/// func sceneDidBecomeActive(_ scene: UIScene) { weibo.returned() }
/// ```
///
/// Nothing here opens a delegate's function, a window or a web view.
public final class WeiboAppSignIn: Sendable {
  private typealias Waiter = CheckedContinuation<Result<WeiboAppReply, OAuthError>, Never>

  private struct Outstanding {
    let id: String
    var waiter: Waiter?
    /// A response that came before a call waited for it.
    var early: Result<WeiboAppReply, OAuthError>?
    /// What ends the waiting once the user is back without a response.
    var giveUp: Task<Void, Never>?
  }

  /// How long the user may take: START of a login lasts ten minutes.
  public let deadline: Duration
  /// How long a response may take once the user is back.
  public let grace: Duration
  private let registration: WeiboRegistration
  private let app: any WeiboAppAdapter
  private let environment: RuntimeEnvironment
  private let outstanding = Mutex<Outstanding?>(nil)

  /// A way to sign in.
  ///
  /// - Parameters:
  ///   - registration: Our application at Weibo.
  ///   - app: Weibo's app.
  ///   - deadline: How long the user may take.
  ///   - grace: How long a response may take once the user is back.
  ///   - environment: What waits, and the random generator.
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

  /// Whether Weibo's app is there.
  public var isAvailable: Bool {
    get async { await app.isAvailable }
  }

  /// Looks at an address that this app was opened with.
  ///
  /// - Returns: Whether it was Weibo's response to the request that waits. An address of another app, and an
  ///   answer to another request, is not taken.
  public func handle(url: String) -> Bool {
    guard registration.ownsScheme(of: url) || registration.ownsLink(url) else { return false }
    return take(url)
  }

  /// Looks at the address of a user activity, which is how Universal Links arrive.
  ///
  /// - Returns: As ``handle(url:)``.
  public func handle(userActivityURL url: String?) -> Bool {
    guard let url, registration.ownsLink(url) else { return false }
    return take(url)
  }

  private func take(_ url: String) -> Bool {
    guard url.utf8.count <= 16 << 10, let answer = app.answer(in: url) else { return false }
    return finish(answer.requestID, with: .success(answer))
  }

  /// Says that the user is back in this app. If no answer comes soon, none will.
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

  /// Ends the waiting for a request; whether it was the one that waits.
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

  /// Asks Weibo's app, and waits for its answer.
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

  /// One request at a time: a response could be taken for another's.
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
  ///   - scopes: What is asked for.
  ///   - name: The name the session is stored under; without it, the user's id.
  /// - Throws: `userCancelled` with the number 102 when the user denied access; `refused` with 103 when Weibo's app
  ///   failed or the user came back without a response; else as ``perform(_:)``.
  public func signIn(
    with weibo: WeiboAppSignIn, redirectURI: String, scopes: [String] = [],
    storedAs name: String? = nil
  ) async throws(OAuthError) -> LoginOutcome {
    let (token, uid) = try await weibo.answer(redirectURI: redirectURI, scopes: scopes)
    return try await signIn(weiboToken: token, uid: uid, storedAs: name)
  }
}
