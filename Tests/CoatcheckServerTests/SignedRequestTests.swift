// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("request objects (signed authorization requests)", .world)
struct SignedRequestTests {
  @Test("a request object alone is a complete request, and yields a code")
  func whole() async throws {
    let signed = try await SignedAsk.registered()
    let callback = try await world.callback(signed.carrying(signed.object(["max_age": 600])))
    #expect(callback["state"] == "state-1" && callback["iss"] == world.server.issuer)
    let reply = try await signed.exchange(try #require(callback["code"]))
    let tokens = try Tokens(reply)
    let claims = try await world.claims(tokens.id)
    #expect(claims["nonce"]?.stringValue == "nonce-1")
  }

  // attack: A-22
  @Test("an object of another client, for another server, or not valid now is refused")
  func refused() async throws {
    let (signed, second) = (try SignedAsk(), try SignedAsk("second"))
    try await world.add(signed.client.client, second.client.client)
    let clock = world.server.clock
    func changed(_ changes: KeyValuePairs<String, JSONValue?>) throws -> String {
      try signed.object(changes)
    }
    let claims = signed.claims()
    let none = Base64URL.encode(Array(#"{"alg":"none"}"#.utf8))
    let mac = Base64URL.encode(Array(#"{"alg":"HS256"}"#.utf8))
    let body = Base64URL.encode(claims.serialized())
    let cases: [(String, String)] = [
      ("unsigned", none + "." + body + "."),
      (
        "a code made of the public key",
        mac + "." + body + "." + Base64URL.encode(Array(repeating: 7, count: 32))
      ),
      ("another client's key", try handmadeJWT(signed.header, claims, by: second.client.key)),
      (
        "a key it brings along",
        try handmadeJWT(
          ["alg": "ES256", "jwk": .object(second.client.key.publicJWK.json)], claims,
          by: second.client.key)
      ),
      ("another audience", try changed(["aud": "https://other.example"])),
      ("no audience", try changed(["aud": nil])),
      ("made by another client", try changed(["iss": "second"])),
      ("expired", try changed(["exp": clock.seconds(-60)])),
      ("without an end", try changed(["exp": nil])),
      ("for two hours", try changed(["exp": clock.seconds(7200)])),
      ("from the future", try changed(["nbf": clock.seconds(60)])),
      ("client_id of another client", try changed(["client_id": "second"])),
      ("no client_id", try changed(["client_id": nil])),
      ("a nested request object", try changed(["request": "x"])),
      ("a nested request_uri", try changed(["request_uri": "https://c.example/r"])),
      (
        "another kind of token",
        try handmadeJWT(signed.header.with(["typ": "dpop+jwt"]), claims, by: signed.client.key)
      ),
      ("no token", "x"),
    ]
    for (name, object) in cases {
      let page = try await world.answer(signed.carrying(object))
      #expect(page.shows("invalid_request_object"), "\(name)")
      // With a registered redirect URI beside the object, the error is sent there, and to no other URI.
      let beside = signed.ask.with("request", object)
      let back = try await world.answer(beside)
      #expect(back.redirected("error") == "invalid_request_object", "\(name)")
      #expect(back.redirected("state") == "state-1", "\(name)")
      let evil = try await world.answer(beside.with("redirect_uri", "https://evil.example/"))
      #expect(evil.isErrorPage, "\(name)")
    }
    // A clock that is eight seconds ahead is accepted.
    let ahead = signed.carrying(try changed(["nbf": clock.seconds(8)]))
    #expect(try await world.callback(ahead)["code"] != nil)
    // A client without keys cannot sign.
    let keyless = Ask(.web).with("request", try changed(["client_id": "web", "iss": "web"]))
    #expect(try await world.answer(keyless).redirected("error") == "invalid_request_object")
  }

  // attack: A-23
  @Test("parameters beside the object are ignored")
  func beside() async throws {
    let signed = try await SignedAsk.registered()
    let object = try signed.object()
    let few = Ask(signed.client.client).with("request", object)
      .with("scope", "openid").with("state", "evil").with("nonce", "evil")
    let ask = few.with("prompt", "none").with("redirect_uri", "https://evil.example/")
      .with("response_type", "token").with("claims", "[").with("code_challenge", "evil")
    let callback = try await world.callback(few)
    #expect(callback["state"] == "state-1")
    let tokens = try Tokens(await signed.exchange(try #require(callback["code"])))
    #expect(tokens.json["scope"]?.stringValue == "openid profile email")
    let claims = try await world.claims(tokens.id)
    #expect(claims["nonce"]?.stringValue == "nonce-1")
    let page = try await world.answer(ask)
    #expect(page.status == 303 && page["location"].first?.contains("/login?") == true)
    // Parameters that the object leaves out are not taken from there either.
    let without = try signed.object(["state": nil, "redirect_uri": nil])
    #expect(try await world.answer(signed.ask.with("request", without)).isErrorPage)
  }

  @Test("an object that expires during the interaction stays accepted")
  func slowUser() async throws {
    let signed = try await SignedAsk.registered()
    let ask = signed.carrying(try signed.object())
    let browser = world.browser()
    let login = try await world.loginPage(browser, ask)
    world.server.clock.advance(by: .seconds(1800))
    let consent = try await world.consentPage(browser, at: login)
    #expect(consent.status == 200)
    let answer = try await world.submit(browser, consent, ["action": "allow"])
    #expect(answer.location?.contains("code=") == true)
    #expect(try await world.answer(ask).isErrorPage)
  }

  @Test("a client that must sign its requests cannot send unsigned ones")
  func required() async throws {
    let signed = try await SignedAsk.registered {
      $0.metadata.signedRequests = .required
      $0.metadata.requestObjectAlgorithm = .es256
    }
    let plain = try await world.answer(signed.ask)
    #expect(plain.redirected("error") == "invalid_request")
    #expect(plain.redirected("code") == nil)
    let object = try signed.object()
    #expect(try await world.callback(signed.carrying(object))["code"] != nil)
    // Pushing an unsigned request is refused too.
    func push(_ parameters: Query) async throws -> WireReply {
      try await world.post("/par", parameters.with(signed.client.form()))
    }
    #expect(try await push(signed.ask.parameters).error == "invalid_request")
    let kept = try await push(signed.carrying(signed.object()).parameters)
    #expect(kept.status == 201)
    var named = signed.ask
    named.parameters = ["client_id": "signer"]
    named.parameters["request_uri"] = kept.json["request_uri"]?.stringValue
    #expect(try await world.callback(named)["state"] == "state-1")
    let spoiled = try signed.object(["aud": "https://other.example"])
    #expect(try await push(signed.carrying(spoiled).parameters).isRefused("invalid_request_object"))
  }

  @Test("keys at a jwks_uri verify objects like registered keys")
  func keysElsewhere() async throws {
    let host = try await DocumentHost.start()
    let signed = try await SignedAsk.registered {
      $0.metadata.jwks = nil
      $0.metadata.jwksURI = host.url + "/jwks"
    }
    host["/jwks"] = .keys(signed.client.key)
    let callback = try await world.callback(signed.carrying(signed.object()))
    #expect(callback["state"] == "state-1" && callback["code"] != nil)
    #expect(host.count("/jwks") == 1)
    let outsider = try SigningKey.generate(.es256)
    let forged = try handmadeJWT(
      ["alg": "ES256", "kid": .string(outsider.keyID)], signed.claims(), by: outsider)
    #expect(try await world.answer(signed.carrying(forged)).shows("invalid_request_object"))
    await host.stop()
  }

  @Test("an object is accepted only with the algorithm that the client registered")
  func algorithm() async throws {
    let signed = try await SignedAsk.registered { $0.metadata.requestObjectAlgorithm = .ps256 }
    #expect(
      try await world.answer(signed.carrying(signed.object())).shows("invalid_request_object"))
  }

  @Test("the metadata states that objects are accepted by value and not fetched")
  func metadata() async throws {
    let document = try await world.metadata()
    #expect(document["request_parameter_supported"] == true)
    #expect(document["request_uri_parameter_supported"] == false)
    let algorithms = document["request_object_signing_alg_values_supported"]?.arrayValue ?? []
    #expect(algorithms.contains("ES256") && !algorithms.contains("none"))
  }
}
