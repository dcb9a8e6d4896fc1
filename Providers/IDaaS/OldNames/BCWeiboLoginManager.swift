// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import CoatcheckJOSE
import CoatcheckOAuth
public import Foundation
import Synchronization

/// The sign-in of the old SDK with built-in pages: Weibo's app where it is installed, else a browser;
/// then the service's own page for binding or registration.
///
/// | code | data |
/// |---|---|
/// | 0 | `session_token`, `id_token` |
/// | 1 | a text |
/// | the service's code | a text |
/// | 102 | the user cancelled or denied access at Weibo, or closed the browser that began there |
/// | 103 | Weibo failed |
/// | 104 | the user went back on the page for binding or registration |
public final class BCWeiboLoginManager: Sendable {
  private static let shared = BCWeiboLoginManager()
  private var common: BCIDACommonManager { .sharedInstance() }
  private let weibo = Mutex<WeiboAppSignIn?>(nil)

  private init() {}

  /// The only instance.
  public static func sharedInstance() -> BCWeiboLoginManager { shared }

  /// Sets the app's registration at Weibo. If it is invalid, Weibo's app is not used, and the sign-in
  /// uses the browser.
  ///
  /// New code creates a `WeiboRegistration` and a `WeiboAppSignIn`.
  ///
  /// - Parameters:
  ///   - appKey: The AppKey that Weibo issued for the app.
  ///   - universalLink: The app's Universal Link, an https URL; empty for none.
  ///   - isEnable: Whether Weibo's SDK prints its log. It has no effect: no log is printed.
  @discardableResult
  public func registWeiBo(
    withAppKey appKey: String, andWithUniversalLink universalLink: String,
    enableDebugMode isEnable: Bool
  ) -> BCWeiboLoginManager {
    let link = universalLink.isEmpty ? nil : universalLink
    let registration = try? WeiboRegistration(appKey: appKey, universalLink: link)
    let settings = BCIDACommonManager.settings
    weibo.withLock { weibo in
      weibo = registration.flatMap { registration in
        settings.weiboApp.map {
          WeiboAppSignIn(registration, app: $0(registration), environment: settings.environment)
        }
      }
    }
    return self
  }

  /// Passes on an address that the app was opened with. New code calls `WeiboAppSignIn.handle(url:)`.
  ///
  /// - Parameter url: The whole address.
  /// - Returns: Whether it was a response of Weibo; any other URL is left to the app.
  @discardableResult
  public func oauthHandleOpen(_ url: URL) -> Bool {
    weibo.withLock { $0 }?.handle(url: url.absoluteString) ?? false
  }

  /// Passes on the address of a user activity. New code calls `WeiboAppSignIn.handle(userActivityURL:)`.
  ///
  /// - Parameter userActivity: The activity that the system passed to the app.
  /// - Returns: Whether it was a response of Weibo; any other URL is left to the app.
  @discardableResult
  public func handleOpenUniversalActivity(_ userActivity: NSUserActivity) -> Bool {
    let url = userActivity.webpageURL?.absoluteString
    return weibo.withLock { $0 }?.handle(userActivityURL: url) ?? false
  }

  /// Call it when the user is back in the app: if there is no response of Weibo, the sign-in ends with
  /// 103. The old SDK does not have this call. New code calls `WeiboAppSignIn.returned()`.
  public func applicationDidBecomeActive() { weibo.withLock { $0 }?.returned() }

  /// Signs in. The session is stored.
  ///
  /// New code calls `IDaaS.signIn(with:redirectURI:scopes:storedAs:)` with a `WeiboAppSignIn`, or
  /// `IDaaS.signIn(with:redirectURI:pages:storedAs:)` with a user agent.
  ///
  /// - Parameters:
  ///   - redirectUri: The redirect URI that is registered at Weibo. It is used with Weibo's app only.
  ///   - callBack: Called once, with the code and its data.
  public func loginWeibo(
    withRedirectURI redirectUri: String,
    andWithCompletionCallBack callBack: @escaping BCWeiBoLoginCompletionHandler
  ) {
    let (common, weibo) = (common, weibo.withLock { $0 })
    common.answer(callBack, failing: BCAnswer.init) { idaas throws(OAuthError) in
      var outcome: LoginOutcome
      if let weibo, await weibo.isAvailable {
        guard !redirectUri.isEmpty else {
          throw .misused("redirectUri", "The redirect URI is empty.")
        }
        outcome = try await idaas.signIn(with: weibo, redirectURI: redirectUri)
        outcome = try await Self.onPages(outcome, idaas, common)
      } else {
        outcome = try await idaas.signIn(
          with: common.userAgent(idaas), redirectURI: BCIDACommonManager.settings.redirectURI)
        if outcome.pending?.event != nil {
          await common.rightView?()
          outcome = try await Self.onPages(outcome, idaas, common)
        }
      }
      common.pending = outcome.pending
      return Self.answer(outcome)
    }
  }

  /// Shows the service's page for binding or registration. The app's own button leaves the page; after
  /// its action the page is shown again.
  private static func onPages(
    _ outcome: LoginOutcome, _ idaas: IDaaS, _ common: BCIDACommonManager
  ) async throws(OAuthError) -> LoginOutcome {
    switch outcome {
    case .needsBinding(let pending), .needsRegistration(let pending):
      let redirectURI = BCIDACommonManager.settings.redirectURI
      while true {
        let agent = try await common.userAgent(idaas)
        switch try await pending.finish(on: agent, redirectURI: redirectURI) {
        case .finished(let finished): return finished
        case .event: await common.rightView?()
        }
      }
    default: return outcome
    }
  }

  private static func answer(_ outcome: LoginOutcome) -> BCAnswer {
    switch outcome {
    case .signedIn(let session):
      .success([
        "session_token": .string(session.stored?.refreshToken?.reveal() ?? ""),
        "id_token": .string(session.stored?.accessToken.reveal() ?? ""),
      ])
    case .denied: .denied
    case .needsBinding, .needsRegistration, .secondFactor, .confirmLink, .passwordChange:
      .failure("Something is still to be done that has no page.")
    }
  }
}
