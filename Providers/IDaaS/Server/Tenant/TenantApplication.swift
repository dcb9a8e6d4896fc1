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
  /// Whether a linked user without a phone number has to prove one before every login: step 8 of the vendor's document, word by
  /// word. Unless set, the link suffices: it was made with a proved phone number or e-mail address, or the operator chose
  /// ``Unassociated/create``.
  public var requiresPhone = false
  /// How many codes are sent for the application in an hour; nil for ``IDaaSSettings/sendsPerApplication``.
  public var messagesPerHour: Int?
  /// Whether work of the device may stand in for the slider.
  public var offersWork = true
  /// Whether the account that was found is shown before it is linked: always on the hosted pages, and to apps with pages
  /// of their own that know how.
  public var confirmsLinks = true
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
  /// Who writes the words of the hosted pages.
  public var words = Words.tenant()
  /// The hosts that pictures of a theme may be loaded from, besides the tenant's own.
  public var pictureHosts: Set<String> = []
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
  /// What kind of application it is at Weibo.
  public enum Channel: String, Sendable, CaseIterable {
    /// An app on a phone: what Weibo's app hands over is taken, and what the browser brings.
    case mobile = "MOBILE"
    /// A web site: only what the browser brings is taken.
    case web = "WEB"
  }

  /// What users are shown in its place; nil for Weibo's own name.
  public var name: String?
  /// What kind of application it is at Weibo.
  public var channel = Channel.mobile
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
