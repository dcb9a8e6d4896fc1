// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckIDaaS
public import CoatcheckOAuth
import Coatcheck
public import Logging

/// The settings that the calls of the old SDK have no arguments for: the store, the user agent and the
/// use of Weibo's app.
///
/// ```swift
/// BCIDACommonManager.settings.redirectURI = "com.example.app:/callback"  // before the first call
/// ```
///
/// New code passes these values to `IDaaS` and its functions.
public struct BCSettings: Sendable {
  /// The store of sessions.
  public var store: any TokenStore = .system
  /// The user agent that shows the service's pages and the slider; nil for the browser or sheet of this
  /// system.
  public var userAgent: (any UserAgent)?
  /// The redirect URI that is registered at the tenant, to which pages return; nil for a port of this
  /// machine. An app on Apple's systems sets one with a scheme of its own, or an https one.
  public var redirectURI: String?
  /// Creates the adapter to Weibo's app. On iOS it is `WeiboAppSwitch` by default; nil, the default on
  /// every other system, uses the browser only.
  public var weiboApp: (@Sendable (WeiboRegistration) -> any WeiboAppAdapter)? = Self.systemsApp
  /// The rules for certificates: a tenant's own certificate, or a pin of its key, is set here.
  public var trust = TrustRules.system
  /// Creates the transport of all requests, with the rules of ``trust``.
  public var transport: @Sendable (_ trust: TrustRules) -> any HTTPTransport = { trust in
    trust == .system ? Transports.system : Transports.system(trust: trust)
  }
  /// The identity of this installation that is sent to the service.
  public var device = DeviceIdentity.withSessions
  /// The clocks and the random generator.
  public var environment = RuntimeEnvironment.live
  /// The log for settings that are not obeyed, and for the steps, if that is enabled.
  public var logger = Logger(label: "coatcheck.idaas")

  /// Creates the settings with this system's store, user agent and transport.
  public init() {}

  private static var systemsApp: (@Sendable (WeiboRegistration) -> any WeiboAppAdapter)? {
    #if os(iOS)
      { WeiboAppSwitch($0, system: SystemWeiboSystem()) }
    #else
      nil
    #endif
  }
}
