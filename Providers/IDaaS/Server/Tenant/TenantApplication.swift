// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIDaaSProtocol
public import CoatcheckOAuth

/// An application of a tenant.
public struct TenantApplication: Sendable {
  /// What happens at a login with an identity that is not linked to a user.
  public enum Unassociated: String, Sendable, CaseIterable {
    /// The user must verify a phone number or e-mail address of an existing user.
    case bind = "BIND"
    /// The user must verify a phone number or e-mail address; one that no user has registers a new user.
    case bindOrRegister = "BIND_OR_REGISTER"
    /// A new user is created without a question to the user.
    case create = "AUTO_CREATE"
    /// The login is refused.
    case fail = "FAIL"
  }

  /// The client identifier.
  public var id: String
  /// The name of the application on pages and in messages.
  public var name: String
  /// The redirect URIs to which the browser sign-in and hosted pages may send the browser.
  public var redirectURIs: [String]
  /// Weibo as an authentication source; nil when it is disabled.
  public var weibo: WeiboSource?
  /// What happens at a login with an identity that is not linked to a user.
  public var unassociated: Unassociated
  /// The contacts that users can verify.
  public var methods: [VerificationMethod]
  /// Whether phone numbers of other countries than the preferred one are accepted.
  public var isInternational = true
  /// The countries (ISO 3166-1 alpha-2, `CN`) that messages are sent to; nil for all countries whose
  /// numbers are accepted.
  public var regions: Set<String>?
  /// Whether a linked user without a phone number must verify one before every login, as step 8 of the
  /// vendor's documentation literally says. By default the link is sufficient: it was made with a verified
  /// phone number or e-mail address, or the operator chose ``Unassociated/create``.
  public var requiresPhone = false
  /// The maximum number of codes that are sent for the application in an hour; nil for
  /// ``IDaaSSettings/sendsPerApplication``.
  public var messagesPerHour: Int?
  /// Whether a computation of the device can replace the slider.
  public var offersWork = true
  /// Whether an existing account is shown to the user before it is linked: always on the hosted pages, and
  /// by apps with their own pages that support it.
  public var confirmsLinks = true
  /// The required second factor in the operator's word: `SMS`; nil for none.
  public var secondFactor: String?
  /// The application's RSA private key in PEM form, for clients that send signed refreshes.
  public var privateKey: Secret?
  /// Whether refreshes must be signed.
  public var wantsSignatures = false
  /// Whether sessions that were opened through a link end when the network reports that the user revoked
  /// the permission.
  public var endsSessionsUpstream = true
  /// The look of the hosted pages; nil for the default look.
  public var theme: PageTheme?
  /// The origin of the texts on the hosted pages.
  public var words = Words.tenant()
  /// The hosts from which pictures of a theme may be loaded, besides the tenant's own.
  public var pictureHosts: Set<String> = []
  /// The secret with which an administrator changes the theme; nil when it cannot be changed.
  public var adminToken: Secret?

  /// Creates an application.
  ///
  /// - Parameters:
  ///   - id: The client identifier.
  ///   - name: The name of the application on pages and in messages.
  ///   - redirectURIs: The redirect URIs to which the browser sign-in and hosted pages may send the
  ///     browser.
  ///   - weibo: Weibo as an authentication source; nil when it is disabled.
  ///   - unassociated: What happens at a login with an identity that is not linked to a user.
  ///   - methods: The contacts that users can verify.
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
  /// The kind of the application at Weibo.
  public enum Channel: String, Sendable, CaseIterable {
    /// A mobile app: access tokens from Weibo's own app and sign-ins in the browser are accepted.
    case mobile = "MOBILE"
    /// A web site: only sign-ins in the browser are accepted.
    case web = "WEB"
  }

  /// The name that users see in place of Weibo's own; nil for Weibo's own name.
  public var name: String?
  /// The kind of the application at Weibo.
  public var channel = Channel.mobile
  /// The AppKey: Weibo's client identifier of the application.
  public var appKey: String
  /// The client secret at Weibo.
  public var appSecret: Secret
  /// The base URL of Weibo's endpoints; `https://api.weibo.com` except in tests.
  public var base: String
  /// The requested scopes.
  public var scopes: [String]
  /// The secret last part of the URL for Weibo's notices, so that only Weibo can send them:
  /// `https://tenant.example/CancelRedirectUri/{key}`. Without it a notice is only a hint, and ends no
  /// session.
  public var cancelKey: Secret?

  /// Creates the source.
  ///
  /// - Parameters:
  ///   - appKey: The AppKey: Weibo's client identifier of the application.
  ///   - appSecret: The client secret at Weibo.
  ///   - base: The base URL of Weibo's endpoints, without a slash at its end.
  ///   - scopes: The requested scopes.
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
