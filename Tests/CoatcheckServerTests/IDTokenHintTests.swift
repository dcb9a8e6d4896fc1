// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("ID tokens as id_token_hint")
struct IDTokenHintTests {
  private let issuer = "https://id.example"

  private func claims(_ changes: KeyValuePairs<String, JSONValue?> = [:]) -> JSONObject {
    let claims: JSONObject = [
      "iss": .string(issuer), "sub": "user-1", "aud": "app", "exp": 600, "iat": 0,
      "auth_time": 0, "sid": "session-1",
    ]
    return claims.with(changes)
  }

  private func hint(_ token: String, _ keys: [SigningKey]) async throws -> IDTokenHint {
    let started = try await SigningKeys.started(MemoryStore(), with: keys)
    return try IDTokenHint(Secret(token), ring: await started.ring(), issuer: Issuer(issuer))
  }

  @Test("an ID token of this server yields its subject, audience and sid, also after it expired")
  func genuine() async throws {
    let keys = try TestKeys.signing()
    for key in keys {
      let hint = try await hint(key.sign(claims(), type: "JWT"), keys)
      #expect(hint.subject == "user-1" && hint.sessionID == "session-1")
      #expect(hint.isFor("app") && !hint.isFor("App"))
    }
    let shared = claims(["aud": .array(["app", "web"]), "sid": nil])
    let hint = try await hint(keys[0].sign(shared, type: "JWT"), keys)
    #expect(hint.audience == ["app", "web"] && hint.sessionID == nil)
  }

  // attack: A-17
  @Test("any other token is refused, and the error names id_token_hint")
  func refused() async throws {
    let keys = try TestKeys.signing()
    let foreign = try SigningKey.generate(.es256)
    let ours = keys[0]
    let unsigned = Base64URL.encode(Array(#"{"alg":"none","typ":"JWT"}"#.utf8))
    var masked: JSONObject = ["alg": "ES256", "typ": "JWT"]
    masked["kid"] = .string(ours.keyID)
    let cases: [(String, String)] = [
      ("no token at all", "nothing"),
      ("unsigned", unsigned + "." + Base64URL.encode(claims().serialized()) + "."),
      ("another server's key", try foreign.sign(claims(), type: "JWT")),
      ("another server's key with the kid of ours", try handmadeJWT(masked, claims(), by: foreign)),
      ("another issuer's", try ours.sign(claims(["iss": "https://other.example"]), type: "JWT")),
      ("a similar issuer", try ours.sign(claims(["iss": .string(issuer + "/")]), type: "JWT")),
      ("an access token", try ours.sign(claims(), type: "at+jwt")),
      ("a logout token", try ours.sign(claims(), type: "logout+jwt")),
      ("without a type", try handmadeJWT(masked.with(["typ": nil]), claims(), by: ours)),
      ("a response without auth_time", try ours.sign(claims(["auth_time": nil]), type: "JWT")),
      ("a response without exp", try ours.sign(claims(["exp": nil]), type: "JWT")),
      ("without a subject", try ours.sign(claims(["sub": nil]), type: "JWT")),
      ("without an audience", try ours.sign(claims(["aud": nil]), type: "JWT")),
      ("an empty audience", try ours.sign(claims(["aud": .array([])]), type: "JWT")),
      (
        "a number in the audience", try ours.sign(claims(["aud": .array(["app", 1])]), type: "JWT")
      ),
    ]
    for (name, token) in cases {
      do {
        _ = try await hint(token, keys)
        Issue.record("\(name) was taken")
      } catch let error as OAuthError {
        #expect(error.code == .invalidRequest, "\(name)")
        #expect(error.parameter == "id_token_hint", "\(name)")
      }
    }
  }
}
