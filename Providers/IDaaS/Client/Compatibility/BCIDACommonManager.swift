// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckIDaaSProtocol
public import CoatcheckOAuth
public import Logging
import Synchronization

/// The document's configuration, step by step: for apps that were written for it.
///
/// ```swift
/// let common = BCIDACommonManager(store: store, transports: Transports.system(trust:))
/// common.initWithDomain("https://tenant.example").initWithClientID("…").setLogEnabled(true)
/// let login = BCWeiboAPILoginManager(common)
/// ```
///
/// The other classes of the document are made with it. New apps use ``IDaaS``, which all of this is made of.
public final class BCIDACommonManager: Sendable {
  private struct Settings {
    var domain: String?
    var clientID: String?
    var isLogging = false
    var theme: PageTheme?
    /// What the button at the right of the pages' bar does.
    var rightView: (@Sendable (String) async -> Void)?
    var idaas: IDaaS?
    /// The sign-in that waits for the user.
    var pending: PendingSignIn?
  }

  private let settings = Mutex(Settings())
  private let store: any TokenStore
  private let transports: @Sendable (TrustRules) -> any HTTPTransport
  private let environment: RuntimeEnvironment
  private let logger: Logger
  private let device: DeviceIdentity

  /// A configuration that is empty yet.
  ///
  /// - Parameters:
  ///   - store: Where sessions are kept.
  ///   - transports: Makes what sends the requests, for rules about certificates.
  ///   - device: What identifies this installation.
  ///   - environment: The clocks and the random generator.
  ///   - logger: Where the steps are logged, if that is enabled.
  public init(
    store: any TokenStore, transports: @escaping @Sendable (TrustRules) -> any HTTPTransport,
    device: DeviceIdentity = .withSessions, environment: RuntimeEnvironment = .live,
    logger: Logger = Logger(label: "coatcheck.idaas")
  ) {
    self.store = store
    self.transports = transports
    self.device = device
    self.environment = environment
    self.logger = logger
  }

  /// Sets the tenant's origin. The document requires `.com` at its end; any https origin is accepted.
  @discardableResult
  public func initWithDomain(_ domain: String) -> BCIDACommonManager {
    change { $0.domain = domain }
  }

  /// Sets the application's client id.
  @discardableResult
  public func initWithClientID(_ clientID: String) -> BCIDACommonManager {
    change { $0.clientID = clientID }
  }

  /// Certificates are checked, in every build. `false`, which the document's samples pass, is not obeyed and leaves a critical
  /// line in the log: a tenant's own certificate is trusted by a rule for its host, which `transports` gets.
  @discardableResult
  public func initWithSSLCerVerification(_ sslCerVerification: Bool) -> BCIDACommonManager {
    if !sslCerVerification {
      logger.critical(
        "initWithSSLCerVerification(false) is not obeyed: certificates are checked all the same")
    }
    return self
  }

  /// Sets whether the steps are logged. No token, code or number ever is.
  public func setLogEnabled(_ enable: Bool) {
    change { $0.isLogging = enable }
  }

  @discardableResult
  private func change(_ body: (inout Settings) -> Void) -> BCIDACommonManager {
    settings.withLock { settings in
      body(&settings)
      settings.idaas = nil
    }
    return self
  }

  func setTheme(_ theme: PageTheme, _ rightView: (@Sendable (String) async -> Void)?) {
    change {
      $0.theme = theme
      $0.rightView = rightView
    }
  }

  /// What the button at the right of the pages' bar does, with its word.
  var rightView: (@Sendable (String) async -> Void)? { settings.withLock { $0.rightView } }

  /// The sign-in that waits for the user, to which a slider and a message belong.
  var pending: PendingSignIn? {
    get { settings.withLock { $0.pending } }
    set { settings.withLock { $0.pending = newValue } }
  }

  /// What all of it is made of.
  ///
  /// - Throws: `misused` while the domain or the client id is not set, or cannot be used.
  public func idaas() throws(OAuthError) -> IDaaS {
    let now = settings.withLock { ($0.idaas, $0.domain, $0.clientID, $0.theme, $0.isLogging) }
    if let made = now.0 { return made }
    guard let domain = now.1, let clientID = now.2 else {
      throw .misused("domain", "The domain and the client id have to be set first.")
    }
    var configuration = try IDaaSConfiguration(domain: domain, clientID: clientID)
    configuration.theme = now.3
    configuration.device = device
    let idaas = try IDaaS(
      configuration, store: store, transport: transports(.system),
      environment: environment, logger: now.4 ? logger : .silent)
    return settings.withLock { settings in
      let made = settings.idaas ?? idaas
      settings.idaas = made
      return made
    }
  }

  /// Does some work and calls the handler once with what it came to.
  func answer(
    _ handler: @escaping BCHandler, _ work: @escaping @Sendable (IDaaS) async -> BCAnswer
  ) {
    Task {
      let answer: BCAnswer
      do throws(OAuthError) {
        answer = await work(try self.idaas())
      } catch {
        answer = BCAnswer(BCCode.failure, error.reason)
      }
      handler(answer.code, answer.data)
    }
  }

  /// Stores what a login brought, and remembers what waits.
  func settled(_ reply: LoginReply, _ idaas: IDaaS) async throws(OAuthError) -> BCAnswer {
    let outcome = try await idaas.outcome(of: reply, idaas.site(), storedAs: nil)
    pending = outcome.pending
    return BCAnswer(reply)
  }
}
