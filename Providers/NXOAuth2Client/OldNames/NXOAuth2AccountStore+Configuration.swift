// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
public import Foundation

/// The definitions of the account types. New code calls `AccountTypes.set(_:_:)`.
extension NXOAuth2AccountStore {
  /// Defines an account type, and loads its accounts.
  ///
  /// - Parameters:
  ///   - aClientID: The client id.
  ///   - aSecret: The client secret; nil for a public client.
  ///   - anAuthorizationURL: The authorization endpoint.
  ///   - aTokenURL: The token endpoint.
  ///   - aRedirectURL: The registered redirect URI; nil for types that do not use a browser.
  ///   - anAccountType: The name of the account type.
  public func setClientID(
    _ aClientID: String!, secret aSecret: String!, authorizationURL anAuthorizationURL: URL!,
    tokenURL aTokenURL: URL!, redirectURL aRedirectURL: URL!, forAccountType anAccountType: String!
  ) {
    setClientID(
      aClientID, secret: aSecret, scope: nil, authorizationURL: anAuthorizationURL,
      tokenURL: aTokenURL, redirectURL: aRedirectURL, keyChainGroup: nil,
      forAccountType: anAccountType)
  }

  /// Defines an account type with scopes, and loads its accounts.
  ///
  /// - Parameters:
  ///   - aClientID: The client id.
  ///   - aSecret: The client secret; nil for a public client.
  ///   - theScope: The scopes, as strings; nil for none.
  ///   - anAuthorizationURL: The authorization endpoint.
  ///   - aTokenURL: The token endpoint.
  ///   - aRedirectURL: The registered redirect URI; nil for types that do not use a browser.
  ///   - aKeyChainGroup: Kept in the configuration and not used: an account is stored under its
  ///     identifier.
  ///   - anAccountType: The name of the account type.
  public func setClientID(
    _ aClientID: String!, secret aSecret: String!, scope theScope: Set<AnyHashable>!,
    authorizationURL anAuthorizationURL: URL!, tokenURL aTokenURL: URL!,
    redirectURL aRedirectURL: URL!, keyChainGroup aKeyChainGroup: String!,
    forAccountType anAccountType: String!
  ) {
    setClientID(
      aClientID, secret: aSecret, scope: theScope, authorizationURL: anAuthorizationURL,
      tokenURL: aTokenURL, redirectURL: aRedirectURL, keyChainGroup: aKeyChainGroup,
      tokenType: nil, forAccountType: anAccountType)
  }

  /// Defines an account type with scopes and a token type, and loads its accounts.
  ///
  /// - Parameters:
  ///   - aClientID: The client id.
  ///   - aSecret: The client secret; nil for a public client.
  ///   - theScope: The scopes, as strings; nil for none.
  ///   - anAuthorizationURL: The authorization endpoint.
  ///   - aTokenURL: The token endpoint.
  ///   - aRedirectURL: The registered redirect URI; nil for types that do not use a browser.
  ///   - aKeyChainGroup: Kept in the configuration and not used: an account is stored under its
  ///     identifier.
  ///   - aTokenType: The token type of token responses without `token_type`; nil for `OAuth`.
  ///   - anAccountType: The name of the account type.
  public func setClientID(
    _ aClientID: String!, secret aSecret: String!, scope theScope: Set<AnyHashable>!,
    authorizationURL anAuthorizationURL: URL!, tokenURL aTokenURL: URL!,
    redirectURL aRedirectURL: URL!, keyChainGroup aKeyChainGroup: String!,
    tokenType aTokenType: String!, forAccountType anAccountType: String!
  ) {
    var configuration: [AnyHashable: Any] = [:]
    configuration[kNXOAuth2AccountStoreConfigurationClientID] = aClientID
    configuration[kNXOAuth2AccountStoreConfigurationSecret] = aSecret
    configuration[kNXOAuth2AccountStoreConfigurationScope] = theScope
    configuration[kNXOAuth2AccountStoreConfigurationAuthorizeURL] = anAuthorizationURL
    configuration[kNXOAuth2AccountStoreConfigurationTokenURL] = aTokenURL
    configuration[kNXOAuth2AccountStoreConfigurationRedirectURL] = aRedirectURL
    configuration[kNXOAuth2AccountStoreConfigurationKeyChainGroup] = aKeyChainGroup
    configuration[kNXOAuth2AccountStoreConfigurationTokenType] = aTokenType
    setConfiguration(configuration, forAccountType: anAccountType)
  }

  /// Defines an account type, and loads its accounts.
  ///
  /// - Parameters:
  ///   - configuration: The values by the `kNXOAuth2AccountStoreConfiguration…` keys: at least the client
  ///     id and the URLs of the two endpoints. Without one of them each request for access fails.
  ///   - accountType: The name of the account type.
  public func setConfiguration(
    _ configuration: [AnyHashable: Any]!, forAccountType accountType: String!
  ) {
    guard let accountType else { return }
    configurations[accountType] = configuration
    load()
  }

  /// The definition of an account type, by the `kNXOAuth2AccountStoreConfiguration…` keys.
  ///
  /// - Parameter accountType: The name of the account type.
  /// - Returns: The definition; nil for a type that was not set.
  public func configuration(forAccountType accountType: String!) -> [AnyHashable: Any]! {
    accountType.flatMap { configurations[$0] }
  }

  /// Sets the handler that decides which certificates the hosts of an account type may have. New code
  /// passes `TrustRules` to the transport.
  ///
  /// - Parameters:
  ///   - accountType: The name of the account type.
  ///   - handler: Called with each host; nil for the rules of the system.
  public func setTrustModeHandlerForAccountType(
    _ accountType: String!, block handler: NXOAuth2TrustModeHandler!
  ) {
    guard let accountType else { return }
    trustModes[accountType] = handler
  }

  /// The handler that decides which certificates the hosts of an account type may have.
  ///
  /// - Parameter accountType: The name of the account type.
  /// - Returns: The handler; nil if no handler was set.
  public func trustModeHandler(forAccountType accountType: String!) -> NXOAuth2TrustModeHandler! {
    accountType.flatMap { trustModes[$0] }
  }

  /// Sets the handler that returns the certificates of the hosts of an account type, for
  /// ``NXOAuth2TrustModeSpecificCertificate``. New code passes `TrustRules` to the transport.
  ///
  /// - Parameters:
  ///   - accountType: The name of the account type.
  ///   - handler: Called with each host; nil for no certificates.
  public func setTrustedCertificatesHandlerForAccountType(
    _ accountType: String!, block handler: NXOAuth2TrustedCertificatesHandler!
  ) {
    guard let accountType else { return }
    certificates[accountType] = handler
  }

  /// The handler that returns the certificates of the hosts of an account type.
  ///
  /// - Parameter accountType: The name of the account type.
  /// - Returns: The handler; nil if no handler was set.
  public func trustedCertificatesHandler(
    forAccountType accountType: String!
  ) -> NXOAuth2TrustedCertificatesHandler! {
    accountType.flatMap { certificates[$0] }
  }

  /// The client of an account; nil when its type was not set, or lacks a required key.
  func client(_ type: String, identifier: String) -> NXOAuth2Client? {
    guard let configuration = configurations[type],
      var settings = ClientSettings(type, configuration, self)
    else { return nil }
    settings.group = identifier
    let client = NXOAuth2Client(
      clientID: configuration[kNXOAuth2AccountStoreConfigurationClientID] as? String,
      clientSecret: configuration[kNXOAuth2AccountStoreConfigurationSecret] as? String, settings,
      keeping: true, archives: false, surroundings: surroundings)
    client.trustJudge = { [weak self, weak client] host in
      guard let self, let client else { return (NXOAuth2TrustModeSystem, []) }
      let connection = NXOAuth2Connection(idleFor: client)
      return (
        trustModes[type]?(connection, host) ?? NXOAuth2TrustModeSystem,
        certificates[type]?(host) ?? []
      )
    }
    return client
  }
}

extension ClientSettings {
  /// Reads an old configuration; nil when it lacks the client's id or a URL.
  @MainActor
  init?(_ type: String, _ configuration: [AnyHashable: Any], _ store: NXOAuth2AccountStore) {
    func url(_ key: String) -> String? { (configuration[key] as? URL)?.absoluteString }
    guard let authorize = url(kNXOAuth2AccountStoreConfigurationAuthorizeURL),
      let token = url(kNXOAuth2AccountStoreConfigurationTokenURL),
      configuration[kNXOAuth2AccountStoreConfigurationClientID] is String
    else { return nil }
    self.init(authorizeURL: authorize, tokenURL: token)
    name = type
    redirectURL = url(kNXOAuth2AccountStoreConfigurationRedirectURL)
    if let names = configuration[kNXOAuth2AccountStoreConfigurationScope] as? Set<AnyHashable> {
      scopes = Scope.list(of: names)
    }
    tokenType = configuration[kNXOAuth2AccountStoreConfigurationTokenType] as? String
    method =
      configuration[kNXOAuth2AccountStoreConfigurationTokenRequestHTTPMethod] as? String ?? "POST"
    accessGroup =
      configuration[kNXOAuth2AccountStoreConfigurationKeyChainAccessGroup] as? String
      ?? store.keychainAccessGroup
    additional = Self.texts(
      configuration[kNXOAuth2AccountStoreConfigurationAdditionalAuthenticationParameters]
        as? [AnyHashable: Any])
    fields = Self.texts(
      configuration[kNXOAuth2AccountStoreConfigurationCustomHeaderFields] as? [AnyHashable: Any])
  }
}
