// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Extension grants, from client to server and back")
struct GrantRequestTests {
  private func received(
    _ grant: DirectGrant, scopes: [Scope] = [], resources: [String] = []
  ) throws -> TokenRequest {
    try DirectExchange.received(
      directExchange(grant, scopes: scopes, resources: resources).request())
  }

  private func refusal(_ form: String) -> OAuthError? {
    failure { try DirectExchange.received(post(form + "&client_id=a")) }
  }

  @Test("a token exchange is received with both tokens, their types, audiences and resources")
  func tokenExchange() throws {
    let sent = TokenExchangeGrant(
      subject: .init(Secret("s-1"), .accessToken), actor: .init(Secret("a-1"), .jwt),
      requestedType: .idToken, audiences: ["stock", "https://b.example"])
    let request = try received(
      .tokenExchange(sent), scopes: ["x", "y"],
      resources: ["https://r1.example/a?b=c", "urn:r2"])
    guard case .tokenExchange(let grant, let scopes) = request.grant else { throw OtherCase() }
    #expect(grant.subject.secret.reveal() == "s-1")
    #expect(grant.subject.type == .accessToken)
    #expect(grant.actor?.secret.reveal() == "a-1")
    #expect(grant.actor?.type == .jwt)
    #expect(grant.requestedType == .idToken)
    #expect(grant.audiences == ["stock", "https://b.example"])
    #expect(scopes == ["x", "y"])
    #expect(request.resources == ["https://r1.example/a?b=c", "urn:r2"])
    #expect(request.grant.type == TokenExchangeGrant.type)
    #expect(request.extra.isEmpty)
  }

  @Test("the example of RFC 8693 §2.3 is read")
  func example() throws {
    let request = try DirectExchange.received(
      post(
        "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Atoken-exchange"
          + "&resource=https%3A%2F%2Fbackend.example.com%2Fapi"
          + "&subject_token=accVkjcJyb4BWCxGsndESCJQbdFMogUC5PbRDqceLTC"
          + "&subject_token_type=urn%3Aietf%3Aparams%3Aoauth%3Atoken-type%3Aaccess_token",
        authorization: ["Basic cnMwODpsb25nLXNlY3VyZS1yYW5kb20tc2VjcmV0"]))
    guard case .tokenExchange(let grant, nil) = request.grant else { throw OtherCase() }
    #expect(grant.subject.type == .accessToken)
    #expect(grant.actor == nil)
    #expect(request.resources == ["https://backend.example.com/api"])
    #expect(request.client.id == "rs08")
  }

  static let bare = "grant_type=\(TokenExchangeGrant.type)"
  static let exchange = bare + "&subject_token=s&subject_token_type=t"

  static let malformedForms: [(String, OAuthError.Code, String)] = [
    (bare, .invalidRequest, "subject_token"),
    (bare + "&subject_token=s", .invalidRequest, "subject_token_type"),
    (bare + "&subject_token_type=t", .invalidRequest, "subject_token_type"),
    (exchange + "&actor_token=a", .invalidRequest, "actor_token_type"),
    (exchange + "&actor_token_type=a", .invalidRequest, "actor_token_type"),
    (exchange + "&subject_token=s2", .invalidRequest, "subject_token"),
    (exchange + "&resource=https://h/%23f", .invalidTarget, "resource"),
    (exchange + "&resource=/relative", .invalidTarget, "resource"),
    (exchange + "&resource=https://h/&resource=%20", .invalidTarget, "resource"),
    (exchange + "&scope=a%22", .invalidScope, "scope"),
    ("grant_type=\(JWTBearerAssertion.grantType)", .invalidRequest, "assertion"),
    ("grant_type=\(JWTBearerAssertion.grantType)&assertion=%0A", .invalidGrant, "assertion"),
    ("grant_type=\(DeviceTokenExchange.grantType)", .invalidRequest, "device_code"),
    ("grant_type=\(BackchannelTokenExchange.grantType)", .invalidRequest, "auth_req_id"),
  ]

  @Test("an error names the missing, malformed or repeated parameter", arguments: malformedForms)
  func malformed(form: String, code: OAuthError.Code, parameter: String) {
    expectError(refusal(form), is: .refused(code, ""), naming: parameter)
  }

  @Test("each grant can have resources, at most fifty")
  func resources() throws {
    let list = (0..<50).map { "resource=https://r\($0).example" }.joined(separator: "&")
    let form = "grant_type=client_credentials&client_id=a&\(list)"
    #expect(try DirectExchange.received(post(form)).resources.count == 50)
    #expect(
      refusal("grant_type=client_credentials&\(list)&resource=https://one.more")
        == .refused(.invalidTarget, ""))
    #expect(refusal("grant_type=client_credentials&client_id=b") == .refused(.invalidRequest, ""))
    expectError(naming: "resources") {
      try directExchange(.jwtBearer(Secret("a")), resources: ["https://r.example/#f"]).request()
    }
  }

  @Test("a JWT assertion, a device code and a CIBA request id are received as they were sent")
  func others() throws {
    let bearer = try received(.jwtBearer(Secret("h.p.s")), scopes: ["x"])
    guard case .jwtBearer(let assertion, ["x"]) = bearer.grant else { throw OtherCase() }
    #expect(assertion.reveal() == "h.p.s")
    let device = try DeviceTokenExchange.received(
      DeviceTokenExchange(
        deviceCode: Secret("dc-1"), client: publicClient, tokenEndpoint: tokenEndpoint()
      ).request())
    guard case .deviceCode(let code) = device.grant else { throw OtherCase() }
    #expect(code.reveal() == "dc-1")
    let backchannel = try BackchannelTokenExchange.received(
      BackchannelTokenExchange(
        authReqID: Secret("r-1"), client: publicClient, tokenEndpoint: tokenEndpoint()
      ).request())
    guard case .ciba(let id) = backchannel.grant else { throw OtherCase() }
    #expect(id.reveal() == "r-1")
    for request in [bearer, device, backchannel] {
      #expect(request.client.id == "app")
      #expect(request.extra.isEmpty)
    }
  }

  @Test("any other grant is sent with its own parameters, repeated ones too")
  func other() throws {
    var parameters: Parameters = ["ticket": "t"]
    parameters.append(["a", "b"], to: "claim")
    let (_, body) = try directExchange(
      .other(type: "urn:ietf:params:oauth:grant-type:uma-ticket", parameters)
    ).request()
    let form = try Parameters(bytes: Array(body), repeatable: ["claim"])
    #expect(form["grant_type"] == "urn:ietf:params:oauth:grant-type:uma-ticket")
    #expect(form["ticket"] == "t")
    #expect(form.values(of: "claim") == ["a", "b"])
  }

  static let issuedTypes: [(String?, TokenTypeIdentifier?, Bool)] = [
    ("urn:ietf:params:oauth:token-type:access_token", nil, true),
    ("urn:ietf:params:oauth:token-type:access_token", .accessToken, true),
    ("urn:ietf:params:oauth:token-type:jwt", .accessToken, false), (nil, nil, false),
    ("", nil, false), ("urn:x:own", TokenTypeIdentifier(rawValue: "urn:x:own"), true),
  ]

  @Test("a token of another type than requested is refused", arguments: issuedTypes)
  func issued(answered: String?, asked: TokenTypeIdentifier?, isGood: Bool) throws {
    let exchange = try directExchange(
      .tokenExchange(
        TokenExchangeGrant(subject: .init(Secret("s"), .accessToken), requestedType: asked)))
    let member = answered.map { ",\"issued_token_type\":\"\($0)\"" } ?? ""
    let body = "{\"access_token\":\"at\",\"token_type\":\"N_A\"\(member)}"
    expectError(isGood ? nil : .unreadable(.tokenMalformed, "")) {
      try exchange.reply(response(200, body))
    }
    if isGood {
      let grant = try exchange.reply(response(200, body))
      #expect(grant.issuedTokenType?.rawValue == answered)
      #expect(grant.tokenType == "N_A")
    }
  }
}
