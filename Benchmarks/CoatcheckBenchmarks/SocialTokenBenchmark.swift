// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckIDaaS
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// `IDaaS.verify` with the tenant's keys available, compared with the raw verification of the same bytes.
enum SocialTokenBenchmark {
  static func run(rounds: Int) async throws {
    let count = TokenCheckBenchmark.count
    print(
      "IDaaS ID token check (processor time per token, \(rounds) interleaved rounds of \(count))")
    let key = try SigningKey.generate(.rs256)
    let compact = try key.sign(claims, type: "JWT")
    let idaas = try IDaaS(
      IDaaSConfiguration(domain: "https://tenant.example", clientID: "app"),
      store: MemoryTokenStore([]),
      transport: Published(body: Data(JWKSet(keys: [key.publicJWK]).json.serialized())))
    let raw = try TokenCheckBenchmark.rawVerification(of: compact, key: key.publicJWK)
    var whole = Measurement("IDaaS.verify: read, verified, every rule checked")
    var bare = Measurement("raw verification with SHA-256")
    let token = Secret(compact)
    // The keys are fetched once.
    _ = try await idaas.verify(token)
    for _ in 0..<rounds {
      let start = processorTime()
      for _ in 0..<count {
        guard try await idaas.verify(token).id == "3f1c9d52-user" else {
          throw Failure(text: "a token of another user")
        }
      }
      whole.add((processorTime() - start) / Double(count) * 1e9)
      bare.add(try TokenCheckBenchmark.nanoseconds(raw))
    }
    print(whole.line)
    print(bare.line)
    print(
      TokenCheckBenchmark.rate(of: whole, "IDaaS.verify", to: bare, wanted: "0.85"))
  }

  /// Claims like those in the tokens of the server.
  private static var claims: JSONObject {
    let now = Int(RuntimeEnvironment.live.now().timeIntervalSince1970)
    return [
      "iss": "https://tenant.example/api/v1/oauth2", "aud": "app", "sub": "3f1c9d52-user",
      "iat": .number(JSONNumber(now)), "nbf": .number(JSONNumber(now - 120)),
      "exp": .number(JSONNumber(now + 7_200)), "jti": "q2W0ZJ8lN8zXh7kQm0p3Tw",
      "auth_time": .number(JSONNumber(now)), "amr": ["weibo", "sms"],
      "sid": "0aZr7cVwQyWk2vC4e6mXsg", "id": "3f1c9d52-user", "name": "张三",
      "userName": "weibo-8f3k2m", "mobile": "+86-13800003636",
      "api": .string(
        #"{"id":"3f1c9d52-user","name":"张三","userName":"weibo-8f3k2m","mobile":"+86-13800003636"}"#),
    ]
  }
}

/// A transport to a tenant that publishes its keys and nothing else.
private struct Published: HTTPTransport {
  let body: Data

  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    (HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"]), self.body)
  }
}
