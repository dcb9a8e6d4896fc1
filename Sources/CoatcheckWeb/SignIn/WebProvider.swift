// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth

/// A provider that the users of a website sign in with, and the registration of the website there.
///
/// The redirect URI to register is the site's origin with `/auth/callback/` and the provider's name.
public struct WebProvider: Sendable {
  enum Source: Sendable {
    case issuer(String)
    case known(Provider)
  }

  /// The name of the provider in this website, in paths: lower-case letters, digits and `-`.
  public let name: String
  /// The name of the provider on the page where users choose one; ``name`` unless set.
  public var title: String
  /// The scopes to request; they have to contain `openid`.
  public var scopes: [Scope] = [.openID]
  /// Whether the claims of the UserInfo endpoint are added to those of the ID token when the user signs
  /// in: many providers return names and e-mail addresses only there.
  public var readsUserInfo = false
  /// Further parameters of each authorization request.
  public var authorization = AuthorizationOptions()
  /// The options of the client. Its environment and logger are those of ``WebSignInOptions``.
  public var client = ClientOptions()
  let source: Source
  let clientID: String
  let secret: Secret?

  private init(_ name: String, _ source: Source, clientID: String, secret: Secret?) {
    self.name = name
    self.source = source
    self.clientID = clientID
    self.secret = secret
    title = name
  }

  /// A provider that publishes its metadata. They are requested at the first sign-in, and again later
  /// if the provider does not answer.
  ///
  /// - Parameters:
  ///   - name: The name of the provider in paths: lower-case letters, digits and `-`.
  ///   - issuer: The issuer identifier, an absolute URL, exactly as the provider writes it.
  ///   - clientID: The client identifier, as the provider issued it.
  ///   - secret: The client secret; nil for a public client.
  ///   - configure: Changes the properties that have a default.
  public static func discovered(
    _ name: String, at issuer: String, clientID: String, secret: Secret? = nil,
    configure: (inout WebProvider) -> Void = { _ in }
  ) -> WebProvider {
    var provider = WebProvider(name, .issuer(issuer), clientID: clientID, secret: secret)
    configure(&provider)
    return provider
  }

  /// A provider whose metadata is known.
  ///
  /// - Parameters:
  ///   - name: The name of the provider in paths: lower-case letters, digits and `-`.
  ///   - provider: The metadata and the dialect of the provider.
  ///   - clientID: The client identifier, as the provider issued it.
  ///   - secret: The client secret; nil for a public client.
  ///   - configure: Changes the properties that have a default.
  public static func known(
    _ name: String, _ provider: Provider, clientID: String, secret: Secret? = nil,
    configure: (inout WebProvider) -> Void = { _ in }
  ) -> WebProvider {
    var known = WebProvider(name, .known(provider), clientID: clientID, secret: secret)
    known.title = provider.name
    configure(&known)
    return known
  }

  /// The identifier of its issuer.
  var issuer: String {
    switch source {
    case .issuer(let issuer): issuer
    case .known(let provider): provider.metadata.issuer.text
    }
  }

  /// The runtime for requests to the provider.
  func runtime(over transport: any HTTPTransport, _ options: WebSignInOptions) -> ClientRuntime {
    var client = client
    client.environment = options.environment
    client.logger = options.logger
    return client.runtime(over: transport)
  }

  /// The website's client identity at the provider.
  func identity(at provider: Provider) -> ClientIdentity {
    ClientIdentity(
      id: clientID,
      authentication: client.authentication
        ?? Client.authentication(secret, at: provider.metadata, provider.dialect))
  }

  /// Checks the configuration without a request to the provider.
  ///
  /// - Throws: `misused` naming the argument.
  func check() throws(OAuthError) {
    try WebService.check(name: name)
    guard secret?.reveal().isEmpty != true else {
      throw .misused("secret", "The client secret for the provider \(name) is empty.")
    }
    _ = try Issuer(issuer)
    guard scopes.contains(.openID) else {
      throw .misused(
        "scopes", "The scope openid is missing: only an ID token says who the user is.")
    }
    try WebService.check(authorization)
  }
}
