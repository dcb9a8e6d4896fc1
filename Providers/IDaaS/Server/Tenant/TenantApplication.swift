// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIDaaSProtocol
public import CoatcheckOAuth

/// An application of a tenant.
public struct TenantApplication: Sendable {
  /// What becomes of a user of a social network who is not linked.
  public enum Unassociated: String, Sendable, CaseIterable {
    /// The user's phone or e-mail address has to belong to a user.
    case bind = "BIND"
    /// A phone number or address without a user registers one: "login equals registration".
    case bindOrRegister = "BIND_OR_REGISTER"
    /// A user is made without asking.
    case create = "AUTO_CREATE"
    /// The login is refused.
    case fail = "FAIL"
  }

  /// The client id.
  public var id: String
  /// What pages and messages call it.
  public var name: String
  /// Where the web flow and hosted pages may send the browser.
  public var redirectURIs: [String]
  /// Weibo as an authentication source; nil when it is off.
  public var weibo: WeiboSource?
  /// What becomes of unknown users.
  public var unassociated: Unassociated
  /// What may be proved.
  public var methods: [VerificationMethod]
  /// Whether numbers of other countries than the preferred one are taken.
  public var isInternational = true
  /// The countries (`CN`) that messages are sent to; nil for all whose numbers are taken.
  public var regions: Set<String>?
  /// Whether the account that was found is shown before it is linked, to clients that know how.
  public var confirmsLinks = false
  /// Which second factor is wanted, as the operator wrote it: `SMS`; nil for none.
  public var secondFactor: String?
  /// The application's RSA private key (PEM), for clients that sign their refreshes.
  public var privateKey: Secret?
  /// Whether refreshes have to be signed.
  public var wantsSignatures = false
  /// Whether sessions opened through a link end when the network says that the permission was taken back.
  public var endsSessionsUpstream = true
  /// How the hosted pages look; nil for the default look.
  public var theme: PageTheme?
  /// The secret that an administrator changes the theme with; nil when it cannot be changed.
  public var adminToken: Secret?

  /// Describes an application.
  public init(
    id: String, name: String, redirectURIs: [String] = [], weibo: WeiboSource? = nil,
    unassociated: Unassociated = .bindOrRegister,
    methods: [VerificationMethod] = [.phone, .email]
  ) {
    self.id = id
    self.name = name
    self.redirectURIs = redirectURIs
    self.weibo = weibo
    self.unassociated = unassociated
    self.methods = methods
  }
}

/// Weibo as an authentication source.
public struct WeiboSource: Sendable {
  /// The app key: Weibo's name for our app.
  public var appKey: String
  /// The app secret.
  public var appSecret: Secret
  /// Where Weibo's endpoints are; `https://api.weibo.com` unless in a test.
  public var base: String
  /// What is asked for.
  public var scopes: [String]
  /// What the address of Weibo's notices ends with, so that only Weibo can send one:
  /// `https://tenant.example/CancelRedirectUri/{key}`. Without it a notice is a hint, and ends no session.
  public var cancelKey: Secret?

  /// Describes the source.
  public init(
    appKey: String, appSecret: Secret, base: String = "https://api.weibo.com",
    scopes: [String] = []
  ) {
    self.appKey = appKey
    self.appSecret = appSecret
    self.base = base
    self.scopes = scopes
  }
}
