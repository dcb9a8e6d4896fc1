// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Authorization responses, as a server writes them")
struct AuthorizationResponseTests {
  // The response of rows; the tests of the server cover the raw socket.
  @Test(
    "every redirect contains iss and the unchanged state, percent-encoded",
    arguments: [
      "xyz", "\"><script>alert(1)</script>", "a b+c%26d", "🧥", String(repeating: "s", count: 384),
      "x\r\nSet-Cookie: a=b", "a&iss=https://evil.example",
    ],
    [
      "https://c.example/cb", "https://c.example/cb?x=1", "com.example.app:/cb",
      "http://127.0.0.1:1/cb",
    ])
  func everyRedirect(state: String, redirectURI: String) throws {
    let issuer = try Issuer("https://op.example/t1")
    let answers: [AuthorizationResponse] = [
      .code(Secret("c0de")), .refusal(.refused(.accessDenied, "Denied.")),
      .refusal(.unreachable(.storeFailed, "hush: the disk is gone")),
      .refusal(.misused("x", "hush")),
    ]
    for answer in answers {
      let location = answer.redirect(to: redirectURI, state: state, issuer: issuer)
      #expect(location.hasPrefix(redirectURI))
      #expect(location.utf8.allSatisfy { (0x21...0x7E).contains($0) })
      #expect(!location.contains("hush"))
      let query = try Parameters(decoding: location.split(separator: "?", maxSplits: 1)[1])
      #expect(query["state"] == state)
      #expect(query["iss"] == "https://op.example/t1")
      #expect((query["code"] == nil) != (query["error"] == nil))
    }
  }

  @Test("an internal error is sent as server_error or temporarily_unavailable without details")
  func innerFailures() throws {
    let issuer = try Issuer("https://op.example")
    func error(_ error: OAuthError) throws -> String? {
      let location = AuthorizationResponse.refusal(error)
        .redirect(to: "https://c.example/cb", state: nil, issuer: issuer)
      return try Parameters(decoding: location.split(separator: "?")[1])["error"]
    }
    #expect(try error(.unreachable(.storeFailed, "")) == "temporarily_unavailable")
    #expect(try error(.unreadable(.storeDamaged, "")) == "server_error")
    #expect(try error(.refused(.loginRequired, "")) == "login_required")
  }
}
