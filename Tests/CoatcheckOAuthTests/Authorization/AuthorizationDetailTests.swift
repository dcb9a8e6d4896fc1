// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Authorization details, resources and single claims")
struct AuthorizationDetailTests {
  /// The example of RFC 9396 §2.
  static let payment = AuthorizationDetail(
    type: "payment_initiation",
    members: [
      "actions": ["initiate", "status", "cancel"],
      "locations": ["https://example.com/payments"],
      "instructedAmount": ["currency": "EUR", "amount": "123.50"],
      "creditorName": "Merchant A",
    ])

  /// The request as the server reads it from the authorization URL.
  private func read(_ request: AuthorizationRequest) throws -> AuthorizationRequest {
    let url = try request.url(at: Endpoint("https://op.example/authorize")).absoluteString
    return try AuthorizationRequest(
      parsing: .received(get(String(url.dropFirst("https://op.example".count)))))
  }

  @Test("details, resources, claims and the thumbprint reach the server unchanged")
  func bothHalves() throws {
    let thumbprint = PKCETests.challenge
    let (transaction, request) = try prepareSignIn {
      $0.details = [Self.payment, AuthorizationDetail(type: "b", members: ["identifier": "x"])]
      $0.resources = ["https://a.example/", "https://b.example/?q=1"]
      $0.claims.require(acr: ["silver", "gold"])
      $0.claims.userInfo["picture"] = .null
      $0.dpopThumbprint = thumbprint
    }
    let received = try read(request)
    #expect(received.details == request.details)
    #expect(received.details == transaction.details)
    #expect(received.details[0].actions == ["initiate", "status", "cancel"])
    #expect(received.resources == ["https://a.example/", "https://b.example/?q=1"])
    #expect(received.claims == request.claims)
    #expect(received.claims.essentialACRs == ["silver", "gold"])
    #expect(received.dpopThumbprint == thumbprint)
    #expect(received.extra.isEmpty)
    #expect(transaction.essentialACRs == ["silver", "gold"])
    let stored = try AuthorizationTransaction(json: transaction.json)
    #expect(stored.details == transaction.details)
    #expect(stored.resources == transaction.resources)
    #expect(stored.essentialACRs == transaction.essentialACRs)
  }

  static let malformed: [(String, String, OAuthError.Code)] = [
    ("authorization_details", "{}", .invalidAuthorizationDetails),
    ("authorization_details", "[5]", .invalidAuthorizationDetails),
    ("authorization_details", "[{}]", .invalidAuthorizationDetails),
    ("authorization_details", #"[{"type":""}]"#, .invalidAuthorizationDetails),
    ("authorization_details", #"[{"type":5}]"#, .invalidAuthorizationDetails),
    ("authorization_details", #"[{"type":"a","actions":"x"}]"#, .invalidAuthorizationDetails),
    ("authorization_details", #"[{"type":"a","locations":[5]}]"#, .invalidAuthorizationDetails),
    ("authorization_details", #"[{"type":"a","identifier":5}]"#, .invalidAuthorizationDetails),
    ("authorization_details", #"[{"type":"a","type":"b"}]"#, .invalidAuthorizationDetails),
    ("authorization_details", "[", .invalidAuthorizationDetails),
    (
      "authorization_details",
      "[" + Array(repeating: #"{"type":"a"}"#, count: 51).joined(separator: ",") + "]",
      .invalidAuthorizationDetails
    ),
    ("resource", "api", .invalidTarget), ("resource", "https://a.example/#f", .invalidTarget),
    ("resource", "https://a.example/ b", .invalidTarget), ("claims", "[]", .invalidRequest),
    ("claims", "x", .invalidRequest), ("claims", #"{"id_token":[]}"#, .invalidRequest),
    ("claims", #"{"userinfo":{"a":5}}"#, .invalidRequest), ("dpop_jkt", "abc", .invalidRequest),
  ]

  @Test(
    "malformed details, resources, claims and thumbprints are refused with the code for each",
    arguments: malformed)
  func refused(parameter: String, value: String, code: OAuthError.Code) {
    let parameters = AuthorizationRequestTests.good.changing([parameter: value])
    expectError(.refused(code, ""), naming: parameter) {
      try AuthorizationRequest(parsing: parameters)
    }
  }

  @Test("an invalid resource is reported as misuse, and nothing is sent")
  func misuse() throws {
    for text in ["", "api", "https://a.example/#f"] {
      expectError(naming: "resources") { try prepareSignIn(scopes: []) { $0.resources = [text] } }
    }
  }

  @Test("the token requests for a code and for a refresh contain the requested resources")
  func tokenRequests() throws {
    let resources = ["https://a.example", "https://b.example"]
    let transaction = try prepareSignIn { $0.resources = resources }.transaction
    let reply = try transaction.reply()
    var refresh = RefreshExchange(
      refreshToken: Secret("r"), resources: transaction.resources, client: publicClient,
      tokenEndpoint: try tokenEndpoint())
    refresh.details = [Self.payment]
    let exchanges: [any TokenEndpointExchange] = [
      CodeExchange(reply, client: publicClient, tokenEndpoint: try tokenEndpoint()),
      refresh,
    ]
    for exchange in exchanges {
      let (_, body) = try exchange.request(in: .fixed())
      let form = try Parameters(bytes: body, repeatable: ["resource"])
      #expect(form.values(of: "resource") == resources)
    }
    let (_, body) = try exchanges[1].request()
    let details = try Parameters(bytes: body, repeatable: ["resource"])["authorization_details"]
    #expect(try JSONValue(parsing: Array((details ?? "").utf8)).arrayValue?.count == 1)
  }

  @Test("granted details reach the client unchanged, and are compared with the requested ones")
  func granted() throws {
    var less = Self.payment
    less.members["actions"] = ["status", "initiate"]
    var grant = TokenGrant(accessToken: Secret("t"), expiry: .unknown, receivedAt: start)
    grant.details = [less]
    let exchange = try refreshExchange()
    let read = try exchange.reply(RefreshExchange.response(grant))
    #expect(read.details == [less])
    #expect(read.extra.isEmpty)
    let compared = read.details(asked: [Self.payment])
    #expect(compared.granted == [less])
    #expect(compared.added.isEmpty)
    #expect(compared.missing == [Self.payment])
    var silent = grant
    silent.details = nil
    #expect(try exchange.reply(RefreshExchange.response(silent)).details == nil)
    let garbled = response(
      200, #"{"access_token":"t","token_type":"Bearer","authorization_details":[{}]}"#)
    expectError(.unreadable(.replyMalformed, "")) { try exchange.reply(garbled) }
  }

  static let comparisons: [(String, JSONObject, JSONObject, Bool)] = [
    ("the same", ["actions": ["a"]], ["actions": ["a"]], true),
    ("another order", ["actions": ["a", "b"]], ["actions": ["b", "a"]], true),
    ("one action less", ["actions": ["a"]], ["actions": ["a", "b"]], true),
    ("one action more", ["actions": ["a", "b"]], ["actions": ["a"]], false),
    ("no actions instead of one", [:], ["actions": ["a"]], false),
    ("one action instead of none", ["actions": ["a"]], [:], false),
    ("another identifier", ["identifier": "1"], ["identifier": "2"], false),
    ("another amount", ["amount": "5"], ["amount": "6"], false),
    ("members in another order", ["a": ["x": 1, "y": 2]], ["a": ["y": 2, "x": 1]], true),
    ("a list that the type defines in another order", ["a": [1, 2]], ["a": [2, 1]], false),
  ]

  @Test("a detail is covered by one that permits at least as much", arguments: comparisons)
  func covering(name: String, one: JSONObject, other: JSONObject, isCovered: Bool) {
    let detail = AuthorizationDetail(type: "t", members: one)
    #expect(detail.isCovered(by: AuthorizationDetail(type: "t", members: other)) == isCovered)
    #expect(!detail.isCovered(by: AuthorizationDetail(type: "u", members: other)))
  }

  @Test("a printed detail contains the names of its members and not their values")
  func redacted() {
    let text = printed(Self.payment)
    #expect(!text.contains("Merchant"))
    #expect(text.contains("creditorName"))
  }
}
