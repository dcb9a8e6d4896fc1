// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import CoatcheckJOSE
import CoatcheckOAuth
import Logging
import Synchronization

/// The configuration of the old SDK, which all other classes of the document use.
///
/// ```swift
/// BCIDACommonManager.sharedInstance().initWithDomain("https://tenant.example")
///   .initWithClientID("…").setLogEnabled(true)
/// ```
///
/// New code creates an `IDaaS` of an `IDaaSConfiguration`, which also implements this class. Swift
/// imports a method of Objective-C whose name begins with `init` as an initializer, which cannot be
/// called on an object. Therefore this chain could not be written in Swift: here its three methods have
/// the names of the document.
///
/// Each change of the configuration discards the sign-in that waits for the user.
public final class BCIDACommonManager: Sendable {
  /// The configuration of the program and its pending sign-in.
  private struct State {
    var settings = BCSettings()
    var domain = ""
    var clientID = ""
    var isLogging = false
    var theme: PageTheme?
    /// What the button at the right of the pages' bar does.
    var rightView: (@MainActor () -> Void)?
    var idaas: IDaaS?
    /// The sign-in that waits for the user.
    var pending: PendingSignIn?
  }

  private static let shared = BCIDACommonManager()
  private let state = Mutex(State())

  private init() {}

  /// The only instance.
  public static func sharedInstance() -> BCIDACommonManager { shared }

  /// The settings that the old SDK has no arguments for. Set them before the first call.
  public static var settings: BCSettings {
    get { shared.state.withLock { $0.settings } }
    set { shared.change { $0.settings = newValue } }
  }

  /// Sets the tenant's origin. New code passes it to `IDaaSConfiguration(domain:clientID:)`.
  ///
  /// - Parameter domain: The origin, such as `https://tenant.example`. The document requires `.com` at
  ///   its end; any https origin is accepted.
  @discardableResult
  public func initWithDomain(_ domain: String) -> BCIDACommonManager {
    change { $0.domain = domain }
  }

  /// Sets the application's client id. New code passes it to `IDaaSConfiguration(domain:clientID:)`.
  ///
  /// - Parameter clientID: The client id.
  @discardableResult
  public func initWithClientID(_ clientID: String) -> BCIDACommonManager {
    change { $0.clientID = clientID }
  }

  /// Has no effect: certificates are verified in every build. A tenant's own certificate is trusted by a
  /// rule for its host, ``BCSettings/trust``.
  ///
  /// - Parameter sslCerVerification: Whether certificates are to be verified. `false`, which the
  ///   document's samples pass, is not obeyed and leaves a critical line in the log.
  @discardableResult
  public func initWithSSLCerVerification(_ sslCerVerification: Bool) -> BCIDACommonManager {
    if !sslCerVerification {
      Self.settings.logger.critical(
        "initWithSSLCerVerification(false) is not obeyed: certificates are checked all the same")
    }
    return self
  }

  /// Sets whether the steps are logged. Tokens, codes and numbers are never logged. New code passes a
  /// logger to `IDaaS`.
  ///
  /// - Parameter enable: Whether the steps are logged.
  public func setLogEnabled(_ enable: Bool) {
    change { $0.isLogging = enable }
  }

  /// Changes the configuration. This makes another client, so the pending sign-in is discarded.
  @discardableResult
  private func change(_ body: (inout State) -> Void) -> BCIDACommonManager {
    state.withLock { state in
      body(&state)
      state.idaas = nil
      state.pending = nil
    }
    return self
  }

  func setTheme(_ theme: PageTheme, _ rightView: (@MainActor () -> Void)?) {
    change {
      $0.theme = theme
      $0.rightView = rightView
    }
  }

  /// What the button at the right of the pages' bar does.
  var rightView: (@MainActor () -> Void)? { state.withLock { $0.rightView } }

  /// The sign-in that waits for the user, to which a slider and a message belong.
  var pending: PendingSignIn? {
    get { state.withLock { $0.pending } }
    set { state.withLock { $0.pending = newValue } }
  }

  /// The client of the current configuration, made at its first use.
  ///
  /// - Throws: `misused` while the domain or the client id is not set, or cannot be used.
  private func idaas() throws(OAuthError) -> IDaaS {
    let now = state.withLock { ($0.idaas, $0.domain, $0.clientID, $0.theme, $0.isLogging) }
    if let made = now.0 { return made }
    guard !now.1.isEmpty, !now.2.isEmpty else {
      throw .misused("domain", "The domain and the client id have to be set first.")
    }
    let settings = Self.settings
    var configuration = try IDaaSConfiguration(domain: now.1, clientID: now.2)
    configuration.theme = now.3
    configuration.device = settings.device
    let idaas = try IDaaS(
      configuration, store: settings.store, transport: settings.transport(settings.trust),
      environment: settings.environment, logger: now.4 ? settings.logger : .silent)
    return state.withLock { state in
      let made = state.idaas ?? idaas
      state.idaas = made
      return made
    }
  }

  /// Does some work and calls the handler once with the result.
  ///
  /// - Parameters:
  ///   - handler: The handler.
  ///   - failing: Converts an error of the work; an error of the configuration is 1 and a text.
  ///   - work: The work.
  func answer(
    _ handler: @escaping BCHandler, failing: @escaping @Sendable (OAuthError) -> BCAnswer,
    _ work: @escaping @Sendable (IDaaS) async throws(OAuthError) -> BCAnswer
  ) {
    deliver(handler) {
      let idaas: IDaaS
      do throws(OAuthError) {
        idaas = try self.idaas()
      } catch {
        return .failure(.string(error.reason))
      }
      do throws(OAuthError) {
        return try await work(idaas)
      } catch {
        return failing(error)
      }
    }
  }

  /// Does some work that needs no configuration, and calls the handler once with the result.
  func deliver(_ handler: @escaping BCHandler, _ work: @escaping @Sendable () async -> BCAnswer) {
    Task {
      let answer = await work()
      await handler(answer.code, answer.data.objects)
    }
  }

  /// Stores the session of a login, or remembers it as the pending sign-in.
  func settled(_ reply: LoginReply, _ idaas: IDaaS) async throws(OAuthError) -> BCAnswer {
    pending = try await idaas.outcome(of: reply).pending
    return BCAnswer(reply)
  }

  /// The user agent for the service's pages.
  func userAgent(_ idaas: IDaaS) async throws(OAuthError) -> any UserAgent {
    let settings = Self.settings
    if let given = settings.userAgent { return given }
    return try await idaas.userAgent(asking: .automatic, redirectURI: settings.redirectURI)
  }
}
