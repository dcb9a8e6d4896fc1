// SPDX-License-Identifier: Apache-2.0

/// The configuration of an application that is public before a sign-in. It contains no secrets.
public struct ClientConfig: Sendable, Hashable {
  /// The configuration of Weibo as an authentication source of this application.
  public struct Weibo: Sendable, Hashable {
    /// Whether users can sign in with it.
    public var isEnabled: Bool
    /// The name on the sign-in button; nil for Weibo's own name.
    public var name: String?
    /// The AppKey: Weibo's client identifier of the application.
    public var appKey: String?
    /// The redirect URI that is registered at Weibo.
    public var redirectURI: String?
    /// The requested scopes.
    public var scope: [String]
    /// The accepted credentials: `token`, `code`, `ticket`.
    public var flow: [String]
    /// What happens to users who are not linked: `BIND`, `BIND_OR_REGISTER`, `AUTO_CREATE` or `FAIL`.
    public var unassociated: String?

    /// Creates the configuration of Weibo.
    ///
    /// - Parameters:
    ///   - isEnabled: Whether users can sign in with it.
    ///   - appKey: The AppKey: Weibo's client identifier of the application.
    ///   - redirectURI: The redirect URI that is registered at Weibo.
    ///   - scope: The requested scopes.
    ///   - flow: The accepted credentials: `token`, `code`, `ticket`.
    ///   - unassociated: What happens to users who are not linked: `BIND`, `BIND_OR_REGISTER`,
    ///     `AUTO_CREATE` or `FAIL`.
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

  /// The client identifier of the application.
  public var clientID: String
  /// The name of the application on pages and in messages; nil when the server does not say.
  public var name: String?
  /// The languages of pages and messages, the preferred one first.
  public var languages: [String]
  /// The configuration of Weibo; nil when the server does not say.
  public var weibo: Weibo?
  /// The contacts that a user can verify to be bound or registered.
  public var methods: [VerificationMethod]
  /// Whether phone numbers of several countries are accepted.
  public var isInternational: Bool
  /// The available kinds of captchas.
  public var captchas: [CaptchaKind] = []
  /// The lifetime of a captcha challenge in seconds; nil when the server does not say.
  public var captchaLifetime: Int?
  /// The number of digits of a code; nil when the server does not say.
  public var codeLength: Int?
  /// The lifetime of a code in seconds; nil when the server does not say.
  public var codeLifetime: Int?
  /// The time in seconds before the next code can be requested; nil when the server does not say.
  public var resendAfter: Int?

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - clientID: The client identifier of the application.
  ///   - name: The name of the application on pages and in messages; nil when the server does not say.
  ///   - languages: The languages of pages and messages, the preferred one first.
  ///   - weibo: The configuration of Weibo; nil when the server does not say.
  ///   - methods: The contacts that a user can verify to be bound or registered.
  ///   - isInternational: Whether phone numbers of several countries are accepted.
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
