// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth

/// A provider that the users of a website sign in with, and the website as it is registered there.
///
/// The redirect URI to register is the site's origin with `/auth/callback/` and the provider's name.
public struct WebProvider: Sendable {
  enum Source: Sendable {
    case issuer(String)
    case known(Provider)
  }

  /// The provider's name in this website, in paths: lower-case letters, digits and `-`.
  public let name: String
  /// What the page of several providers calls it.
  public let title: String
  let source: Source
  let clientID: String
  let secret: Secret?
  let scopes: [Scope]
  let options: ClientOptions
  let authorization: AuthorizationOptions

  private init(
    _ source: Source, _ name: String, _ title: String?, _ clientID: String, _ secret: Secret?,
    _ scopes: [Scope], _ authorization: AuthorizationOptions,
    _ configure: (inout ClientOptions) -> Void
  ) {
    var options = ClientOptions()
    configure(&options)
    self.source = source
    self.name = name
    self.title = title ?? name
    self.clientID = clientID
    self.secret = secret
    self.scopes = scopes
    self.options = options
    self.authorization = authorization
  }

  /// A provider that publishes its metadata. It is asked for them at the first sign-in, and again later when it
  /// does not answer.
  ///
  /// - Parameters:
  ///   - name: Its name in this website.
  ///   - issuer: The issuer identifier, exactly as the provider writes it.
  ///   - clientID: The client's id, as the provider gave it.
  ///   - secret: The client's secret.
  ///   - scopes: The scopes to request; `openid` among them.
  ///   - title: What the page of several providers calls it; its name unless given.
  ///   - authorization: What every request for a sign-in has besides.
  ///   - configure: Sets what is seldom said of the client.
  public static func discovered(
    _ name: String, at issuer: String, clientID: String, secret: Secret? = nil,
    scopes: [Scope] = [.openID], title: String? = nil,
    authorization: AuthorizationOptions = AuthorizationOptions(),
    configure: (inout ClientOptions) -> Void = { _ in }
  ) -> WebProvider {
    WebProvider(
      .issuer(issuer), name, title, clientID, secret, scopes, authorization, configure)
  }

  /// A provider whose metadata is known.
  ///
  /// - Parameters:
  ///   - name: Its name in this website.
  ///   - provider: The provider.
  ///   - clientID: The client's id, as the provider gave it.
  ///   - secret: The client's secret.
  ///   - scopes: The scopes to request; `openid` among them.
  ///   - title: What the page of several providers calls it; the provider's name unless given.
  ///   - authorization: What every request for a sign-in has besides.
  ///   - configure: Sets what is seldom said of the client.
  public static func known(
    _ name: String, _ provider: Provider, clientID: String, secret: Secret? = nil,
    scopes: [Scope] = [.openID], title: String? = nil,
    authorization: AuthorizationOptions = AuthorizationOptions(),
    configure: (inout ClientOptions) -> Void = { _ in }
  ) -> WebProvider {
    WebProvider(
      .known(provider), name, title ?? provider.name, clientID, secret, scopes, authorization,
      configure)
  }

  /// The identifier of its issuer.
  var issuer: String {
    switch source {
    case .issuer(let issuer): issuer
    case .known(let provider): provider.metadata.issuer.text
    }
  }

  /// Checks what can be checked without asking the provider.
  ///
  /// - Throws: `misused` naming the argument.
  func check() throws(OAuthError) {
    let isName = !name.isEmpty && name.utf8.count <= 32
      && name.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x2D }
    guard isName else {
      throw .misused(
        "name", "The name of a provider has 1 to 32 lower-case letters, digits and hyphens.")
    }
    _ = try Issuer(issuer)
    guard scopes.contains(.openID) else {
      throw .misused(
        "scopes", "The scope openid is missing: without an ID token nobody is known to sign in.")
    }
    guard [.query, .formPost].contains(authorization.responseMode) else {
      throw .misused(
        "authorization", "A website receives callbacks by query or form_post, and no others.")
    }
  }
}
