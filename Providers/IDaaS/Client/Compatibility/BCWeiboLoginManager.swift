// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckIDaaSProtocol
import CoatcheckJOSE
public import CoatcheckOAuth
import Synchronization

/// The document's login with built-in pages: Weibo's app where it is installed, else a browser; then the
/// service's own page for binding or registering.
///
/// | code | data |
/// |---|---|
/// | 0 | `session_token`, `id_token` |
/// | 1 | a text |
/// | the service's code | a text |
/// | 102 | the user cancelled or refused at Weibo, or closed the browser that began there |
/// | 103 | Weibo failed |
/// | 104 | the user went back on the page for binding or registering |
public final class BCWeiboLoginManager: Sendable {
  private let common: BCIDACommonManager
  private let app: (any WeiboAppAdapter)?
  private let userAgent: any UserAgent
  private let environment: RuntimeEnvironment
  private let weibo = Mutex<WeiboAppSignIn?>(nil)

  /// A login.
  ///
  /// - Parameters:
  ///   - common: The configuration.
  ///   - app: Weibo's app; nil for the browser alone.
  ///   - userAgent: What shows pages and receives their answers.
  ///   - environment: What waits for the app's response.
  public init(
    _ common: BCIDACommonManager, app: (any WeiboAppAdapter)? = nil, userAgent: any UserAgent,
    environment: RuntimeEnvironment = .live
  ) {
    self.common = common
    self.app = app
    self.userAgent = userAgent
    self.environment = environment
  }

  /// Says what our application is called at Weibo. What cannot be used leaves the app out, so that the browser
  /// is used.
  ///
  /// - Parameters:
  ///   - appKey: The AppKey.
  ///   - universalLink: The Universal Link; empty for none.
  ///   - isEnable: Whether Weibo's own log is printed. Coatcheck prints no log.
  @discardableResult
  public func registWeiBoWithAppKey(
    _ appKey: String, andWithUniversalLink universalLink: String, enableDebugMode isEnable: Bool
  ) -> BCWeiboLoginManager {
    let link = universalLink.isEmpty ? nil : universalLink
    let registration = try? WeiboRegistration(appKey: appKey, universalLink: link)
    let (app, environment) = (app, environment)
    weibo.withLock { weibo in
      weibo = registration.flatMap { registration in
        app.map { WeiboAppSignIn(registration, app: $0, environment: environment) }
      }
    }
    return self
  }

  /// Looks at an address that the app was opened with.
  ///
  /// - Returns: Whether it was a response of Weibo; any other URL is left to the app.
  public func oauthHandleOpenURL(_ url: String) -> Bool {
    weibo.withLock { $0 }?.handle(url: url) ?? false
  }

  /// Looks at the address of a user activity.
  ///
  /// - Returns: As ``oauthHandleOpenURL(_:)``.
  public func handleOpenUniversalActivity(_ webpageURL: String?) -> Bool {
    weibo.withLock { $0 }?.handle(userActivityURL: webpageURL) ?? false
  }

  /// Says that the user is back in the app: if no answer came, the login ends with 103.
  public func applicationDidBecomeActive() { weibo.withLock { $0 }?.returned() }

  /// Signs in.
  public func loginWeiboWithRedirectURI(
    _ redirectURI: String,
    andWithCompletionCallBack handler: @escaping BCWeiBoLoginCompletionHandler
  ) {
    let (common, userAgent, weibo) = (common, userAgent, weibo.withLock { $0 })
    common.answer(handler) { idaas in
      do throws(OAuthError) {
        var outcome: LoginOutcome
        if let weibo, await weibo.isAvailable {
          guard !redirectURI.isEmpty else {
            throw .misused("redirectUri", "The redirect URI is empty.")
          }
          outcome = try await idaas.signIn(with: weibo, redirectURI: redirectURI)
          outcome = try await Self.onPages(outcome, userAgent, common)
        } else {
          outcome = try await idaas.signIn(with: userAgent)
          if let event = outcome.pending?.event {
            await common.rightView?(event)
            outcome = try await Self.onPages(outcome, userAgent, common)
          }
        }
        common.pending = outcome.pending
        return Self.answer(outcome)
      } catch {
        return BCAnswer(error)
      }
    }
  }

  /// Continues with the service's page where something is still to be done there. The app's own button leaves the page, and the
  /// page comes back when what the button means is done.
  private static func onPages(
    _ outcome: LoginOutcome, _ userAgent: any UserAgent, _ common: BCIDACommonManager
  ) async throws(OAuthError) -> LoginOutcome {
    switch outcome {
    case .needsBinding(let pending), .needsRegistration(let pending):
      while true {
        switch try await pending.finish(on: userAgent) {
        case .finished(let finished): return finished
        case .event(let event): await common.rightView?(event)
        }
      }
    default: return outcome
    }
  }

  private static func answer(_ outcome: LoginOutcome) -> BCAnswer {
    switch outcome {
    case .signedIn(let session):
      BCAnswer(
        BCCode.success,
        .dictionary([
          "session_token": .string(session.stored?.refreshToken?.reveal() ?? ""),
          "id_token": .string(session.stored?.accessToken.reveal() ?? ""),
        ]))
    case .denied: BCAnswer(BCCode.failure, "A policy of the tenant refuses this sign-in.")
    case .needsBinding, .needsRegistration, .secondFactor, .confirmLink, .passwordChange:
      BCAnswer(BCCode.failure, "Something is still to be done that has no page.")
    }
  }
}
