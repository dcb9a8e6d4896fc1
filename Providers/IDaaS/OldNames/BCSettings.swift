// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckIDaaS
public import CoatcheckOAuth
import Coatcheck
public import Logging

/// What the calls of the old SDK have no arguments for: where sessions are kept, what shows pages, and how Weibo's app is asked.
///
/// ```swift
/// BCIDACommonManager.settings.redirectURI = "com.example.app:/callback"  // before the first call
/// ```
public struct BCSettings: Sendable {
  /// Where sessions are kept.
  public var store: any TokenStore = .system
  /// What shows the service's pages and the slider; this system's browser or sheet unless given.
  public var userAgent: (any UserAgent)?
  /// Where pages return to the app, as it was registered at the tenant; a port of this machine unless given. An app on Apple's
  /// systems gives an address with a scheme of its own, or an https one.
  public var redirectURI: String?
  /// How Weibo's app is asked. On iOS it is `WeiboAppSwitch` unless given; nil, as on every other system, is
  /// for the browser alone.
  public var weiboApp: (@Sendable (WeiboRegistration) -> any WeiboAppAdapter)? = Self.systemsApp
  /// Which certificates are trusted: a tenant's own certificate, or a pin of its key, goes in here.
  public var trust = TrustRules.system
  /// Makes what sends the requests, for rules about certificates.
  public var transport: @Sendable (_ trust: TrustRules) -> any HTTPTransport = { trust in
    trust == .system ? Transports.system : Transports.system(trust: trust)
  }
  /// What identifies this installation.
  public var device = DeviceIdentity.withSessions
  /// The clocks and the random generator.
  public var environment = RuntimeEnvironment.live
  /// Where it is logged what is not obeyed, and the steps, if that is enabled.
  public var logger = Logger(label: "coatcheck.idaas")

  /// This system's store, user agent and transport.
  public init() {}

  private static var systemsApp: (@Sendable (WeiboRegistration) -> any WeiboAppAdapter)? {
    #if os(iOS)
      { WeiboAppSwitch($0, system: SystemWeiboSystem()) }
    #else
      nil
    #endif
  }
}
