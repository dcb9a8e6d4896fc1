// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckOAuth
import CoatcheckTesting
import Foundation
import HTTPTypes

extension Flow {
  private static let server = "http://127.0.0.1:1"

  /// Single requests and responses of exchanges that no server on this machine offers: what the client sends, what
  /// a server reads of it, and what the client reads of the response.
  static let exchanges: [Flow] = [
    exchange("a client authenticated by its key", tokens) { stage, endpoint in
      DirectExchange(
        .clientCredentials,
        client: ClientIdentity(
          id: "app",
          authentication: .privateKeyJWT(
            try stage.key(), ClientAssertion(for: try Issuer(server)))),
        tokenEndpoint: endpoint)
    },
    exchange("a client authenticated by its secret", tokens) { stage, endpoint in
      DirectExchange(
        .clientCredentials,
        client: ClientIdentity(
          id: "app",
          authentication: .clientSecretJWT(
            stage.longSecret("client_secret"), ClientAssertion(for: try Issuer(server)))),
        tokenEndpoint: endpoint)
    },
    exchange("token exchange", tokens) { stage, endpoint in
      DirectExchange(
        .tokenExchange(
          TokenExchangeGrant(
            subject: .init(stage.secret("subject_token"), .accessToken),
            actor: .init(stage.secret("actor_token"), .accessToken))),
        client: stage.confidential, tokenEndpoint: endpoint)
    },
    exchange("an assertion about a user", tokens) { stage, endpoint in
      DirectExchange(
        .jwtBearer(stage.secret("assertion")), client: stage.confidential,
        tokenEndpoint: endpoint)
    },
    exchange("native SSO", tokens) { stage, endpoint in
      let shared = NativeSSO(
        issuer: server, idToken: stage.secret("id_token"),
        deviceSecret: stage.secret("device_secret"))
      stage.show("shared", shared)
      return DirectExchange(
        .tokenExchange(
          TokenExchangeGrant(
            subject: .init(shared.idToken, .idToken),
            actor: .init(shared.deviceSecret, .deviceSecret), audiences: [server])),
        client: stage.confidential, tokenEndpoint: endpoint)
    },
    exchange("a refresh", tokens) { stage, endpoint in
      RefreshExchange(
        refreshToken: stage.secret("refresh_token"), client: stage.confidential,
        tokenEndpoint: endpoint)
    },
    exchange("a backchannel request", { ["auth_req_id": .string($0.make("auth_req_id"))] }) {
      stage, endpoint in
      BackchannelAuthenticationExchange(
        BackchannelAuthenticationRequest(
          .loginToken(stage.secret("login_hint_token")), userCode: stage.secret("user_code")),
        client: stage.confidential, endpoint: endpoint)
    },
    exchange("tokens of a backchannel request", tokens) { stage, endpoint in
      BackchannelTokenExchange(
        authReqID: stage.secret("auth_req_id"), client: stage.confidential,
        tokenEndpoint: endpoint)
    },
    exchange(
      "a registration",
      { marks in
        [
          "client_id": "new", "client_secret": .string(marks.make("client_secret")),
          "client_secret_expires_at": 0,
          "registration_access_token": .string(marks.make("registration_access_token")),
          "registration_client_uri": .string(server + "/register/new"),
        ]
      }
    ) { stage, endpoint in
      RegistrationExchange(
        ClientMetadata(), endpoint: endpoint,
        initialAccessToken: stage.secret("initial_access_token"),
        softwareStatement: stage.secret("software_statement"))
    },
    exchange("a pushed request", { _ in ["request_uri": "urn:x", "expires_in": 60] }) {
      stage, endpoint in
      var request = AuthorizationRequest(
        clientID: "app", redirectURI: "https://c.example/cb", scopes: [.openID])
      request.state = stage.marks.make("state")
      return PushedAuthorizationExchange(request, client: stage.confidential, endpoint: endpoint)
    },
    exchange("introspection", { _ in ["active": true, "sub": "u-alice"] }) { stage, endpoint in
      IntrospectionExchange(
        token: stage.secret("token"), client: stage.confidential, endpoint: endpoint)
    },
    exchange("revocation", { _ in [:] }) { stage, endpoint in
      RevocationExchange(
        token: stage.secret("token"), hint: .refreshToken, client: stage.confidential,
        endpoint: endpoint)
    },
    exchange("userinfo", { _ in ["sub": "u-alice"] }) { stage, endpoint in
      UserInfoExchange(
        endpoint: endpoint, accessToken: stage.secret("access_token"), subject: "u-alice")
    },
    Flow("a proof of possession") { stage in
      let proof = try DPoPProof(
        key: try stage.key(), method: "POST", address: server + "/token",
        accessToken: stage.secret("access_token"), environment: stage.environment)
      stage.show("proof", proof)
    },
  ]

  private static let tokens: @Sendable (Marks) -> JSONObject = { marks in
    [
      "access_token": .string(marks.make("access_token")), "token_type": "Bearer",
      "refresh_token": .string(marks.make("refresh_token")), "expires_in": 300, "scope": "a",
      "issued_token_type": "urn:ietf:params:oauth:token-type:access_token",
      "device_secret": .string(marks.make("device_secret")),
    ]
  }

  private static func exchange<E: Exchange>(
    _ name: String, _ response: @escaping @Sendable (Marks) -> JSONObject,
    _ make: @escaping @Sendable (Stage, Endpoint) throws -> E
  ) -> Flow {
    Flow(name) { stage in
      let exchange = try make(stage, try Endpoint(server + "/endpoint"))
      stage.show("request", exchange)
      if let served = E.self as? any ServedExchange.Type {
        let (head, body) = try exchange.request(in: stage.environment)
        await stage.read(served, head, body)
      }
      let network = stage.network.over(OneResponse(json: response(stage.marks)))
      do throws(OAuthError) {
        stage.show("reply", try await network.perform(exchange, environment: stage.environment))
      } catch {
        stage.show("reply", error)
      }
    }
  }
}

extension Stage {
  fileprivate func secret(_ kind: String) -> Secret { Secret(marks.make(kind)) }

  /// One that is long enough for a message authentication code.
  fileprivate func longSecret(_ kind: String) -> Secret {
    let text = marks.make(kind) + "-" + marks.make(kind)
    marks.add(kind, text)
    return Secret(text)
  }

  /// A client with a secret of its own.
  fileprivate var confidential: ClientIdentity {
    ClientIdentity(id: "app", authentication: .basic(secret("client_secret")))
  }

  /// Reads a request as a server does.
  fileprivate func read<Served: ServedExchange>(
    _ type: Served.Type, _ head: HTTPRequest, _ body: Data
  ) async {
    await attempt("received") { try Served.received(head: head, body: body) }
    await attempt("received, half") { try Served.received(head: head, body: body.prefix(20)) }
  }

  /// A key, whose private half is marked.
  fileprivate func key() throws -> SigningKey {
    let key = try SigningKey.generate(.es256)
    marks.add("private_key", key.privateJWK()["d"]?.stringValue)
    return key
  }
}

/// A transport with one response.
private struct OneResponse: HTTPTransport {
  let json: JSONObject

  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    let fields: HTTPFields = [.contentType: "application/json"]
    return (HTTPResponse(status: .ok, headerFields: fields), Data(json.serialized()))
  }
}
