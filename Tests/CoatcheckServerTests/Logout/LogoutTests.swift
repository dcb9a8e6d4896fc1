// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("logout", .leaving)
struct LogoutTests {
  static let out = "https://c.example/out"

  @Test("a browser with an ID token of its session is signed out at once and sent back")
  func happyPath() async throws {
    let signedIn = try await world.enter()
    #expect(try await signedIn.isSignedIn())
    let page = try await signedIn.signOut([
      "post_logout_redirect_uri": Self.out, "state": "a b+c%26d\"><é",
    ])
    #expect(page.status == 303)
    #expect(page.location == Self.out + "?state=a+b%2Bc%2526d%22%3E%3C%C3%A9")
    #expect(signedIn.cookie == nil)
    #expect(try await !signedIn.isSignedIn())
    #expect(world.log.has("signed_out"))
  }

  @Test(
    "the browser is redirected to the registered URI, with only the state added",
    arguments: [
      ("no state", out, nil, out),
      ("a query of its own", out + "?from=op", "s", out + "?from=op&state=s"),
      ("nowhere", nil, "s", nil),
    ] as [(String, String?, String?, String?)])
  func destination(_ name: String, uri: String?, state: String?, wanted: String?) async throws {
    let signedIn = try await world.enter()
    var request = Query()
    request["post_logout_redirect_uri"] = uri
    request["state"] = state
    let page = try await signedIn.signOut(request)
    #expect(page.location == wanted)
    #expect(page.status == (wanted == nil ? 200 : 303))
    #expect(wanted != nil || page.text.contains("You are signed out"))
    #expect(try await !signedIn.isSignedIn())
  }

  @Test("a loopback redirect URI can have any port")
  func loopback() async throws {
    let signedIn = try await world.enter(Ask(.leavingApp))
    let page = try await signedIn.signOut([
      "post_logout_redirect_uri": "http://127.0.0.1:50123/out"
    ])
    #expect(page.location == "http://127.0.0.1:50123/out")
  }

  // attack: O-01
  @Test(
    "an unregistered redirect URI is refused, and the browser stays signed in",
    arguments: [
      ("another page", "https://c.example/elsewhere"), ("another host", "https://evil.example/out"),
      ("a query added", out + "?x=1"), ("a fragment added", out + "#x"),
      ("a slash added", out + "/"),
      ("another case", "https://C.example/out"), ("another port", "https://c.example:444/out"),
      ("a redirect URI of the same client", "https://c.example/cb"),
      ("a script", "javascript:alert(1)"),
      ("a scheme without a host", "//c.example/out"),
    ])
  func unregistered(_ name: String, uri: String) async throws {
    let signedIn = try await world.enter()
    let page = try await signedIn.signOut(["post_logout_redirect_uri": uri, "state": "s"])
    #expect(page.isFinal(400))
    #expect(page.head.headerFields[.setCookie] == nil)
    #expect(!page.text.contains(uri))
    #expect(try await signedIn.isSignedIn())
  }

  // attack: O-01
  @Test("without a hint or client_id the browser is not redirected, signed in or not")
  func unowned() async throws {
    let signedIn = try await world.enter()
    let request: Query = ["post_logout_redirect_uri": Self.out, "state": "s"]
    for jar in [signedIn.jar, CookieJar()] {
      let page = try await world.browser(jar).get(world.logout(request))
      #expect(page.isFinal(400))
    }
    #expect(try await signedIn.isSignedIn())
  }

  @Test("on an error page a signed-in user can still sign out, without a redirect")
  func wayOut() async throws {
    let signedIn = try await world.enter()
    let page = try await signedIn.logout(["post_logout_redirect_uri": "https://evil.example/"])
    let after = try await world.submit(world.browser(signedIn.jar), page, ["action": "sign-out"])
    #expect(after.isFinal(200))
    #expect(try await !signedIn.isSignedIn())
  }

  // attack: O-02
  @Test(
    "a hint of another server or client is refused: no logout and no redirect",
    arguments: BadHint.allCases)
  func badHint(_ bad: BadHint) async throws {
    let signedIn = try await world.enter()
    var request: Query = ["post_logout_redirect_uri": Self.out, "state": "s"]
    request["id_token_hint"] = try bad.token(from: signedIn)
    request["client_id"] = bad == .otherClient ? "app" : nil
    let page = try await signedIn.logout(request)
    #expect(page.isFinal(400))
    #expect(try await signedIn.isSignedIn())
  }

  // attack: O-02
  @Test("a hint is accepted after it expired, and also when no user is signed in")
  func expiredHint() async throws {
    let signedIn = try await world.enter()
    world.server.clock.advance(by: .seconds(3600))
    let request: Query = [
      "id_token_hint": try signedIn.hint(), "client_id": "web",
      "post_logout_redirect_uri": Self.out, "state": "s",
    ]
    for _ in 1...2 {
      #expect(try await signedIn.logout(request).location == Self.out + "?state=s")
      #expect(try await !signedIn.isSignedIn())
    }
    #expect(world.log.all.filter { $0.hasPrefix("signed_out ") }.count == 1)
  }

  // attack: O-06
  @Test("the cookie of an ended session is not accepted again")
  func replayedCookie() async throws {
    let signedIn = try await world.enter()
    let cookie = try #require(signedIn.cookie)
    try await signedIn.signOut()
    let thief = CookieJar()
    thief.set("coatcheck_session", to: cookie, host: "127.0.0.1")
    #expect(try await !world.isSignedIn(thief))
    let page = try await world.browser(thief).get(world.url(Ask(.leaving)))
    #expect(page.location?.contains("/login?") == true)
  }
}

/// Invalid hints.
enum BadHint: String, CaseIterable, Sendable {
  case garbage, noAlgorithm, foreignSignature, changed, otherIssuer, otherClient, accessToken

  func token(from signedIn: SignedIn) throws -> String {
    let token = try signedIn.hint()
    let parts = token.split(separator: ".").map(String.init)
    let claims = try JSONObject(parsing: Base64URL.decode(parts[1]))
    let header = try JSONObject(parsing: Base64URL.decode(parts[0]))
    switch self {
    case .garbage: return "not.a.token"
    case .noAlgorithm:
      return Base64URL.encode(header.with(["alg": "none"]).serialized()) + "." + parts[1] + "."
    case .foreignSignature:
      let key = try SigningKey.generate(.es256)
      return try handmadeJWT(header.with(["alg": "ES256"]), claims, by: key)
    case .changed:
      let other = claims.with(["sub": "another-user"])
      return parts[0] + "." + Base64URL.encode(other.serialized()) + "." + parts[2]
    case .otherIssuer:
      // Signed with the key of the server, with another `iss`.
      let key = try TestKeys.signing()[1]
      return try key.sign(claims.with(["iss": "https://other.example"]), type: "JWT")
    case .otherClient: return token
    case .accessToken: return signedIn.tokens.access
    }
  }
}
