// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Signing in on another device, over HTTP")
struct DeviceServerTests {
  /// An authorization server with the device grant of [RFC 8628](https://www.rfc-editor.org/rfc/rfc8628),
  /// on this machine. The user approves after some polls.
  private final class DeviceServer: Sendable {
    private struct State {
      var code = ""
      var questions = 0
      var entered: String?
    }

    private let state = Mutex(State())
    private let raw = Mutex<RawServer?>(nil)
    private let key: SigningKey
    private let patience: Int

    init(patience: Int) throws {
      key = try SigningKey.generate(.es256)
      self.patience = patience
      let server = try RawServer { [weak self] request, connection in
        guard let self else { return }
        connection.write(Array(self.answer(to: request).utf8))
      }
      raw.withLock { $0 = server }
    }

    var issuer: String { raw.withLock { $0?.origin ?? "" } }
    var questions: Int { state.withLock { $0.questions } }
    func enter(_ userCode: String) { state.withLock { $0.entered = userCode } }

    private func answer(to request: String) -> String {
      let path = request.split(separator: " ").dropFirst().first.map(String.init) ?? ""
      let body = request.range(of: "\r\n\r\n").map { request[$0.upperBound...] } ?? ""
      let form = (try? Parameters(decoding: body)) ?? [:]
      switch path {
      case "/.well-known/openid-configuration": return Self.json(metadata)
      case "/jwks": return Self.json(JWKSet(keys: [key.publicJWK]).json)
      case "/device_authorization":
        guard form["client_id"] == "app" else { return Self.refusal("invalid_client") }
        state.withLock { $0.code = "dc-\(form["scope"]?.count ?? 0)" }
        return Self.json([
          "device_code": .string(state.withLock { $0.code }), "user_code": "WDJB-MJHT",
          "verification_uri": .string(issuer + "/enter"), "expires_in": 60, "interval": 1,
        ])
      case "/token": return token(form)
      default: return RawServer.response("404 Not Found")
      }
    }

    private func token(_ form: Parameters) -> String {
      guard form["grant_type"] == "urn:ietf:params:oauth:grant-type:device_code",
        form["client_id"] == "app", form["device_code"] == state.withLock({ $0.code })
      else { return Self.refusal("invalid_grant") }
      let (questions, entered) = state.withLock { state in
        state.questions += 1
        return (state.questions, state.entered)
      }
      guard questions > patience, entered == "WDJB-MJHT" else {
        return Self.refusal("authorization_pending")
      }
      let now = Int(Date().timeIntervalSince1970)
      let claims: JSONObject = [
        "iss": .string(issuer), "sub": "alice", "aud": "app", "iat": .number(JSONNumber(now)),
        "exp": .number(JSONNumber(now + 60)),
      ]
      return Self.json([
        "access_token": "at", "token_type": "Bearer", "expires_in": 60, "refresh_token": "rt",
        "id_token": .string((try? key.sign(claims)) ?? ""),
      ])
    }

    private var metadata: JSONObject {
      [
        "issuer": .string(issuer), "authorization_endpoint": .string(issuer + "/authorize"),
        "token_endpoint": .string(issuer + "/token"), "jwks_uri": .string(issuer + "/jwks"),
        "device_authorization_endpoint": .string(issuer + "/device_authorization"),
        "id_token_signing_alg_values_supported": ["ES256"], "response_types_supported": ["code"],
      ]
    }

    private static func json(_ json: JSONObject, _ status: String = "200 OK") -> String {
      RawServer.response(
        status, ["Content-Type: application/json"],
        body: String(decoding: json.serialized(), as: UTF8.self))
    }

    private static func refusal(_ code: String) -> String {
      json(["error": .string(code)], "400 Bad Request")
    }
  }

  /// Sleeps for a hundredth of each interval; other tests check the intervals with a clock of their own.
  private static var hurried: RuntimeEnvironment {
    var environment = RuntimeEnvironment.live
    environment.sleep = { try await Task.sleep(for: $0 / 100) }
    return environment
  }

  private static func flow(
    at server: DeviceServer, deadline: Duration = .seconds(1800)
  ) async throws -> DeviceFlow {
    let transport = AsyncHTTPTransport.shared
    let metadata = try await MetadataCache(transport: transport, environment: .live)
      .metadata(of: Issuer(server.issuer))
    return DeviceFlow(
      ClientContext(
        provider: Provider(metadata: metadata), client: ClientIdentity(id: "app"),
        runtime: ClientRuntime(transport: transport, environment: hurried)),
      deadline: deadline)
  }

  @Test("a user enters the code that was shown, and the session is theirs")
  func whole() async throws {
    let server = try DeviceServer(patience: 2)
    let flow = try await Self.flow(at: server)
    let session = try await flow.signIn(scopes: [.openID]) { authorization in
      #expect(authorization.verificationURI.text == server.issuer + "/enter")
      server.enter(authorization.userCode)
    }
    #expect(session.account.subject == "alice")
    #expect(session.accessToken.matches(Secret("at")))
    #expect(server.questions == 3)
  }

  @Test("a code that the user never enters times out, and the polling ends")
  func unanswered() async throws {
    let server = try DeviceServer(patience: 0)
    let flow = try await Self.flow(at: server, deadline: .seconds(5))
    await expectError(unanswered: true) { try await flow.signIn(scopes: [.openID]) { _ in } }
    let asked = server.questions
    #expect(asked <= 5)
    try await Task.sleep(for: .milliseconds(200))
    #expect(server.questions == asked)
  }
}
