// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer
public import CoatcheckOAuth

/// A registered client of a test server, with its secret.
public struct TestClient: Sendable {
  /// The client as the server stores it.
  public var registration: RegisteredClient
  /// Its secret; nil for a public client.
  public let secret: Secret?

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - registration: The client; its `secretDigest` is set from `secret`.
  ///   - secret: Its secret; nil for a public client.
  public init(_ registration: RegisteredClient, secret: Secret? = nil) {
    self.registration = registration
    self.registration.secretDigest = secret.map(TokenDigest.init(of:))
    self.secret = secret
  }

  /// `app`: a public client with the redirect URI `http://127.0.0.1/callback`, on any port.
  public static let publicApp = TestClient(
    RegisteredClient(
      id: "app", name: "Test App", redirectURIs: ["http://127.0.0.1/callback"],
      authenticationMethod: "none", grantTypes: ["authorization_code", "refresh_token"],
      scopes: ["openid", "profile", "email", "offline_access"]))

  /// `web`: a confidential client with the redirect URI `https://c.example/cb` and HTTP Basic.
  public static let web = TestClient(
    RegisteredClient(
      id: "web", name: "Test Web", redirectURIs: ["https://c.example/cb"],
      authenticationMethod: "client_secret_basic",
      grantTypes: ["authorization_code", "refresh_token"],
      scopes: ["openid", "profile", "email", "offline_access"]),
    secret: Secret("web-secret-0123456789-0123456789"))

  /// `device`: a public client without a browser, which uses the device flow.
  public static let device = TestClient(
    RegisteredClient(
      id: "tv", name: "Living Room TV", redirectURIs: [], authenticationMethod: "none",
      grantTypes: ["urn:ietf:params:oauth:grant-type:device_code", "refresh_token"],
      scopes: ["openid", "profile", "offline_access"]))

  /// `service`: a confidential client with the client credentials grant and HTTP Basic.
  public static let service = TestClient(
    RegisteredClient(
      id: "service", name: "Test Service", redirectURIs: [],
      authenticationMethod: "client_secret_basic", grantTypes: ["client_credentials"],
      scopes: ["jobs:read", "jobs:write"]),
    secret: Secret("service-secret-0123456789-0123456789"))
}
