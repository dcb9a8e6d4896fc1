// SPDX-License-Identifier: Apache-2.0

/// What an application may know before a user signs in. No secret is in it.
public struct ClientConfig: Sendable, Hashable {
  /// Weibo, as this application uses it.
  public struct Weibo: Sendable, Hashable {
    /// Whether users may sign in with it.
    public var isEnabled: Bool
    /// What users are shown on the button; nil for Weibo's own name.
    public var name: String?
    /// Weibo's name for the application.
    public var appKey: String?
    /// The redirect URI that is registered at Weibo.
    public var redirectURI: String?
    /// What is asked for.
    public var scope: [String]
    /// Which proofs are taken: `token`, `code`, `ticket`.
    public var flow: [String]
    /// What becomes of unknown users: `BIND`, `BIND_OR_REGISTER`, `AUTO_CREATE`, `FAIL`.
    public var unassociated: String?

    /// Describes Weibo.
    public init(
      isEnabled: Bool, appKey: String? = nil, redirectURI: String? = nil, scope: [String] = [],
      flow: [String] = [], unassociated: String? = nil
    ) {
      self.isEnabled = isEnabled
      self.appKey = appKey
      self.redirectURI = redirectURI
      self.scope = scope
      self.flow = flow
      self.unassociated = unassociated
    }
  }

  /// The application's client id.
  public var clientID: String
  /// What pages and messages call the application.
  public var name: String?
  /// The languages of pages and messages, the preferred one first.
  public var languages: [String]
  /// Weibo; nil where the server does not say.
  public var weibo: Weibo?
  /// What a user may prove to be bound or registered.
  public var methods: [VerificationMethod]
  /// Whether numbers of several countries are taken.
  public var isInternational: Bool
  /// Which captchas there are.
  public var captchas: [CaptchaKind] = []
  /// How many seconds a captcha may take; nil where the server does not say.
  public var captchaLifetime: Int?
  /// How many digits a code has; nil where the server does not say.
  public var codeLength: Int?
  /// The lifetime of a code in seconds; nil where the server does not say.
  public var codeLifetime: Int?
  /// How many seconds to wait before the next code; nil where the server does not say.
  public var resendAfter: Int?

  /// A configuration.
  public init(
    clientID: String, name: String? = nil, languages: [String] = [], weibo: Weibo? = nil,
    methods: [VerificationMethod] = [], isInternational: Bool = false
  ) {
    self.clientID = clientID
    self.name = name
    self.languages = languages
    self.weibo = weibo
    self.methods = methods
    self.isInternational = isInternational
  }
}
