// SPDX-License-Identifier: Apache-2.0
import TestKit

/// An authorization request, valid unless a test changes it.
struct Ask {
  /// The verifier and challenge of RFC 7636, appendix B.
  static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

  let client: TestClient
  var parameters: Query
  /// The redirect URI.
  let redirect: String

  init(_ client: TestClient = .publicApp, scope: String = "openid profile email") {
    self.client = client
    redirect = (client.registration.redirectURIs.first ?? "")
      .replacingOccurrences(of: "127.0.0.1/", with: "127.0.0.1:49152/")
    parameters = [
      "response_type": "code", "client_id": client.registration.id, "redirect_uri": redirect,
      "scope": scope, "state": "state-1", "nonce": "nonce-1",
      "code_challenge": Self.challenge, "code_challenge_method": "S256",
    ]
  }

  /// The same request with one parameter changed; nil takes it out.
  func with(_ name: String, _ value: String?) -> Ask {
    var ask = self
    ask.parameters[name] = value
    return ask
  }

  var query: String { parameters.encoded }

  /// The token request for a code.
  func exchange(_ code: String) -> Query {
    var form: Query = [
      "grant_type": "authorization_code", "code": code, "code_verifier": Self.verifier,
    ]
    form["redirect_uri"] = parameters["redirect_uri"]
    if client.secret == nil { form["client_id"] = client.registration.id }
    return form
  }
}
