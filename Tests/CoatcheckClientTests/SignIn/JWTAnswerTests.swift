// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A sign-in with a signed JWT response")
struct JWTAnswerTests {
  private let provider = FakeProvider()

  /// The callback for an attempt, with a signed response.
  private func callback(
    for attempt: SignInAttempt, key: SigningKey = FakeProvider.key, beside: String = "",
    _ change: (inout JSONObject) -> Void = { _ in }
  ) throws -> String {
    FakeProvider.redirectURI + "?response="
      + (try provider.signedResponse(to: attempt, by: key, change)) + beside
  }

  @Test("continues with the code once the signature is verified")
  func accepts() async throws {
    let attempt = try await provider.attemptWithJWT()
    #expect(attempt.url.absoluteString.contains("response_mode=jwt"))
    let stored = try await attempt.finish(callback(for: attempt))
    #expect(stored.account.subject == "alice")
  }

  typealias Change = @Sendable (inout JSONObject) -> Void

  static let changes: [Case<Change>] = [
    Case("without iss") { $0["iss"] = nil }, Case("of another iss") { $0["iss"] = "https://x" },
    Case("without aud") { $0["aud"] = nil }, Case("for another aud") { $0["aud"] = "web" },
    Case("without exp") { $0["exp"] = nil },
    Case("that has expired") { $0["exp"] = 1_699_999_000 },
    Case("without state") { $0["state"] = nil }, Case("of another state") { $0["state"] = "x" },
  ]

  // attack: C-14
  @Test("sends nothing to the token endpoint for a response", arguments: changes)
  func refuses(_ row: Case<Change>) async throws {
    let attempt = try await provider.attemptWithJWT()
    let callback = try callback(for: attempt, row.value)
    #expect(await failure { try await attempt.finish(callback) }?.outcome == .unreadable)
    #expect(provider.count("/token") == 0)
    // The valid response is still accepted.
    let stored = try await attempt.finish(self.callback(for: attempt))
    #expect(stored.account.subject == "alice")
  }

  // attack: C-14
  @Test("sends nothing to the token endpoint for a wrong signature")
  func signatures() async throws {
    let attempt = try await provider.attemptWithJWT()
    let good = try callback(for: attempt)
    let parts = good.split(separator: ".", omittingEmptySubsequences: false)
    let none = Base64URL.encode(Array(#"{"alg":"none"}"#.utf8))
    let payload = parts[parts.count - 2]
    let callbacks = [
      ("another key", try callback(for: attempt, key: SigningKey.generate(.es256))),
      ("another algorithm", try callback(for: attempt, key: SigningKey.generate(.edDSA))),
      ("alg none", FakeProvider.redirectURI + "?response=\(none).\(payload)."),
      ("a code beside it", try callback(for: attempt, beside: "&code=c")),
      ("no JWT", try provider.callback(for: attempt.url)),
    ]
    for (name, callback) in callbacks {
      let error = await failure { try await attempt.finish(callback) }
      #expect(error?.outcome == .unreadable, "\(name)")
    }
    #expect(provider.count("/token") == 0)
  }

  @Test("may be received as a form")
  func form() async throws {
    let attempt = try await provider.attemptWithJWT(mode: .formPostJWT)
    let callback = try callback(for: attempt)
    let body = Data(callback.split(separator: "?")[1].utf8)
    let stored = try await attempt.finish(form: body)
    #expect(stored.account.subject == "alice")
  }

  @Test("reaches the loopback port, also for a pushed and signed request")
  func loopback() async throws {
    let provider = provider
    let key = try SigningKey.generate(.es256)
    var profile = SecurityProfile.standard
    profile.responseAlgorithms = [.es256]
    profile.pushing = .always
    profile.requestSigning = RequestObject(signedBy: key)
    let flow = CodeFlow(try await provider.context { $0.profile = profile })
    let agent = LoopbackUserAgent(
      open: { url in
        let pushed = provider.forms("/par").last?["request"] ?? ""
        let keys = VerificationKeySet(JWKSet(keys: [key.publicJWK]))
        let request = try UnverifiedJWT(pushed).verified(by: keys, accepting: [.es256]).claims
        #expect(!url.absoluteString.contains("state"))
        let code = provider.code(
          nonce: request["nonce"]?.stringValue, challenge: request["code_challenge"]?.stringValue)
        let answer = try FakeProvider.key.sign([
          "iss": .string(provider.issuer), "aud": "app", "exp": 1_700_000_300,
          "code": .string(code), "state": request["state"] ?? .null,
        ])
        let uri = request["redirect_uri"]?.stringValue ?? ""
        for response in ["e30.e30.c2ln", answer] {
          _ = try await AsyncHTTPTransport.shared.send(
            HTTPRequest(to: "\(uri)?response=\(response)"))
        }
      })
    var options = AuthorizationOptions()
    options.responseMode = .jwt
    let stored = try await flow.signIn(with: agent, scopes: [.openID], options: options)
    #expect(stored.account.subject == "alice")
    #expect(provider.forms("/par").first?.names.sorted() == ["client_id", "request"])
  }
}
