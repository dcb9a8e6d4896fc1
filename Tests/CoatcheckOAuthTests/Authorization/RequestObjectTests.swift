// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Signed authorization requests")
struct RequestObjectTests {
  private let key: SigningKey
  private let keys: VerificationKeySet

  init() throws {
    key = try SigningKey.generate(.es256)
    keys = key.keySet
  }

  static let good: JSONObject = [
    "iss": "app", "aud": "https://op.example", "iat": 1_700_000_000, "nbf": 1_700_000_000,
    "exp": 1_700_000_300, "client_id": "app", "response_type": "code", "scope": "openid inner",
    "redirect_uri": "https://app.example/cb", "state": "inner-state", "nonce": "inner-nonce",
    "code_challenge": .string(PKCETests.challenge), "code_challenge_method": "S256",
  ]

  private func rules(
    _ completeness: RequestObjectRules.Completeness = .whole,
    algorithms: Set<SignatureAlgorithm> = [.es256]
  ) throws(OAuthError) -> RequestObjectRules {
    RequestObjectRules(
      issuer: try Issuer("https://op.example"), algorithms: algorithms,
      completeness: completeness, now: start)
  }

  private func read(
    _ object: String, outside: Parameters = ["client_id": "app"],
    _ completeness: RequestObjectRules.Completeness = .whole
  ) throws(OAuthError) -> Parameters {
    var parameters = outside
    parameters["request"] = object
    guard let received = try RequestObject.Received(in: parameters) else { return parameters }
    return try received.parameters(by: rules(completeness), keys: keys)
  }

  private func refusal(
    _ changes: [String: JSONValue?], type: String? = "oauth-authz-req+jwt",
    _ completeness: RequestObjectRules.Completeness = .whole
  ) throws -> OAuthError? {
    failure { try read(key.sign(Self.good.changing(changes), type: type), completeness) }
  }

  @Test("the server reads the request that a client signs")
  func bothHalves() throws {
    var profile = SecurityProfile.standard
    profile.requestSigning = RequestObject(signedBy: key)
    var options = AuthorizationOptions()
    options.maxAge = 60
    options.resources = ["https://a.example", "https://b.example"]
    options.details = [AuthorizationDetailTests.payment]
    options.claims.require(acr: ["gold"])
    let asked = options
    let (transaction, request) = try prepareSignIn(
      scopes: [.openID, .email], profile: profile
    ) { $0 = asked }
    #expect(request.parameters.names.sorted() == ["client_id", "request"])
    let inside = try AuthorizationRequest(
      parsing: read(#require(request.parameters["request"]), outside: request.parameters))
    #expect(inside.clientID == "app")
    #expect(inside.state == transaction.state.reveal())
    #expect(inside.nonce == transaction.nonce?.reveal())
    #expect(inside.codeChallenge == transaction.pkce.challenge)
    #expect(inside.redirectURI == "https://app.example/cb")
    #expect(inside.scopes == [.openID, .email])
    #expect(inside.maxAge == 60)
    #expect(inside.resources == options.resources)
    #expect(inside.details == options.details)
    #expect(inside.claims == options.claims)
    #expect(inside.extra.isEmpty)
    let token = try key.verified(#require(request.parameters["request"]))
    #expect(token.header.type == "oauth-authz-req+jwt")
    #expect(token.claims["aud"] == "https://op.example")
    #expect(token.claims["exp"]?.intValue == 1_700_000_300)
    #expect(token.claims["sub"] == nil)
    #expect(token.claims["max_age"]?.intValue == 60)
  }

  @Test("a pushed signed request contains the client id and the request object only")
  func pushed() throws {
    var profile = SecurityProfile.standard
    profile.requestSigning = RequestObject(signedBy: key)
    let (_, request) = try prepareSignIn(profile: profile)
    let exchange = PushedAuthorizationExchange(
      request, client: publicClient, endpoint: try Endpoint("https://op.example/par"))
    let received = try PushedAuthorizationExchange.received(exchange.request(in: .fixed()))
    #expect(received.parameters.names.sorted() == ["client_id", "request"])
    let object = try #require(try RequestObject.Received(in: received.parameters))
    #expect(try object.parameters(by: rules(), keys: keys)["scope"] == "openid")
  }

  static let claims: [(String, [String: JSONValue?], String?)] = [
    ("valid", [:], nil), ("for another server", ["aud": "https://evil.example"], "aud"),
    ("without an audience", ["aud": nil], "aud"),
    (
      "for several servers, us among them", ["aud": ["https://op.example", "https://b.example"]],
      nil
    ),
    ("with another issuer", ["iss": "other"], "iss"), ("without an issuer", ["iss": nil], "iss"),
    ("expired", ["exp": 1_699_999_900], "exp"), ("without an expiry", ["exp": nil], "exp"),
    ("with a lifetime of 61 minutes", ["exp": 1_700_003_660], "exp"),
    ("valid from 60 s in the future", ["nbf": 1_700_000_060], "nbf"),
    ("valid from 8 s in the future", ["nbf": 1_700_000_008], nil),
    ("valid from 2 hours ago", ["nbf": 1_699_992_800], "nbf"),
    ("issued in the future", ["iat": 1_700_000_060], "iat"),
    ("with a string as expiry", ["exp": "1700000300"], "exp"),
    ("with another client_id", ["client_id": "other"], "client_id"),
    ("without a client_id", ["client_id": nil], "client_id"),
    ("with a nested request object", ["request": "e30.e30.c2ln"], "request"),
    ("with a request_uri", ["request_uri": "urn:a"], "request_uri"),
    ("with a Boolean parameter", ["prompt": true], "prompt"),
    ("with a number among the resources", ["resource": [5]], "resource"),
  ]

  // attack: A-22
  @Test("a request object is refused if one of its claims is invalid", arguments: claims)
  func claim(name: String, changes: [String: JSONValue?], parameter: String?) throws {
    let error = try refusal(changes)
    #expect(error?.parameter == parameter, "\(String(describing: error))")
    if parameter != nil { #expect(error == .refused(.invalidRequestObject, "")) }
  }

  // attack: A-22
  @Test("a request object is accepted only with a key and algorithm of this client")
  func signature() throws {
    let other = try SigningKey.generate(.es256)
    let publicKey = try #require(key.publicJWK.json["x"]?.stringValue)
    let header = Base64URL.encode(Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8))
    let none = Base64URL.encode(Array(#"{"alg":"none"}"#.utf8))
    let payload = Base64URL.encode(Self.good.serialized())
    let shared = try MACKey(secret: Array((publicKey + publicKey).utf8), algorithm: .hs256)
    let cases = [
      ("another client's key", try other.sign(Self.good)),
      ("alg none", "\(none).\(payload)."), ("alg none with a signature", "\(none).\(payload).c2ln"),
      ("a MAC with the public key as the secret", try shared.sign(Self.good)),
      ("an invalid MAC", "\(header).\(payload).c2ln"), ("not a JWT", "x"),
    ]
    for (name, text) in cases {
      expectError(.refused(.invalidRequestObject, ""), "\(name)") { try read(text) }
    }
    expectError(.refused(.invalidRequestObject, "")) {
      let received = try RequestObject.Received(
        in: ["client_id": "app", "request": key.sign(Self.good)])
      return try received?.parameters(by: rules(algorithms: [.ps256]), keys: keys)
    }
  }

  // attack: A-22
  @Test(
    "a JWT of another type is refused",
    arguments: [
      ("oauth-authz-req+jwt", true), ("JWT", true), (nil, true), ("at+jwt", false),
      ("client-authentication+jwt", false), ("dpop+jwt", false),
    ] as [(String?, Bool)])
  func typing(type: String?, isTaken: Bool) throws {
    #expect(try refusal([:], type: type)?.parameter == (isTaken ? nil : "typ"))
  }

  // attack: A-23
  @Test("parameters outside of the request object are ignored")
  func outside() throws {
    let outside: Parameters = [
      "client_id": "app", "scope": "openid outer", "state": "outer", "nonce": "outer",
      "redirect_uri": "https://evil.example/cb", "response_type": "token", "prompt": "none",
      "extra": "outer",
    ]
    let inside = try read(try key.sign(Self.good), outside: outside)
    let request = try AuthorizationRequest(parsing: inside)
    #expect(request.scopes == ["openid", "inner"])
    #expect(request.state == "inner-state")
    #expect(request.nonce == "inner-nonce")
    #expect(request.redirectURI == "https://app.example/cb")
    #expect(request.prompt.isEmpty)
    #expect(request.extra.isEmpty)
    let destination = try AuthorizationRequest.destination(in: inside)
    #expect(destination.redirectURI == "https://app.example/cb")
  }

  @Test("the request has to contain the same client_id, and no request_uri, beside the object")
  func beside() throws {
    let text = try key.sign(Self.good)
    expectError(.refused(.invalidRequest, "")) { try read(text, outside: [:]) }
    expectError(.refused(.invalidRequest, "")) {
      try read(text, outside: ["client_id": "app", "request_uri": "urn:a"])
    }
    expectError(.refused(.invalidRequestObject, "")) {
      try read(text, outside: ["client_id": "web"])
    }
    #expect(try RequestObject.Received(in: ["client_id": "app"]) == nil)
  }

  @Test("the rules of OpenID Connect permit an object without iss, aud and times")
  func partial() throws {
    let bare: [String: JSONValue?] = [
      "iss": nil, "aud": nil, "exp": nil, "nbf": nil, "iat": nil,
    ]
    #expect(try refusal(bare) != nil)
    #expect(try refusal(bare, .partial(because: "clients of 2014")) == nil)
    #expect(
      try refusal(["iss": "other"], .partial(because: "clients of 2014"))?.parameter == "iss")
  }

  @Test("an unsigned request is refused if the metadata requires signed ones")
  func required() throws {
    var issuer = try metadata()
    issuer.requiresSignedRequestObject = true
    expectError(naming: "profile") { try prepareSignIn(at: issuer) }
  }
}
