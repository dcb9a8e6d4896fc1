// SPDX-License-Identifier: Apache-2.0
import TestKit

extension TestClient {
  /// The same client with another registration.
  func with(_ change: (inout RegisteredClient) -> Void) -> TestClient {
    var client = self
    change(&client.registration)
    return client
  }

  /// A confidential client without redirect URIs, which authenticates by HTTP Basic.
  static func backend(_ id: String, grants: [String] = [], scopes: [String] = []) -> TestClient {
    TestClient(
      RegisteredClient(
        id: id, name: id, redirectURIs: [], authenticationMethod: "client_secret_basic",
        grantTypes: grants, scopes: scopes),
      secret: Secret("secret-of-\(id)-0123456789-0123456789"))
  }

  /// A second public client, with two redirect URIs.
  static let other = TestClient(
    RegisteredClient(
      id: "other", name: "Other App",
      redirectURIs: ["http://127.0.0.1/callback", "https://other.example/cb"],
      authenticationMethod: "none", grantTypes: ["authorization_code", "refresh_token"],
      scopes: ["openid", "profile"]))

  /// A confidential client of the operator: the user is not asked.
  static let trusted = TestClient(
    RegisteredClient(
      id: "trusted", name: "Trusted Web", redirectURIs: ["https://trusted.example/cb"],
      authenticationMethod: "client_secret_post",
      grantTypes: ["authorization_code", "refresh_token"], scopes: ["openid", "profile"],
      consent: .implied),
    secret: Secret("trusted-secret-0123456789-0123456789"))

  /// The `Authorization` header field of the client.
  var authorization: [(String, String)] {
    guard let secret, registration.authenticationMethod == "client_secret_basic" else { return [] }
    return [("Authorization", Self.basic(registration.id, secret.reveal()))]
  }

  /// HTTP Basic credentials of an identifier and a secret that need no form encoding.
  static func basic(_ id: String, _ secret: String) -> String {
    "Basic " + Data("\(id):\(secret)".utf8).base64EncodedString()
  }
}
