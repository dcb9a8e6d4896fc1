// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Token requests, as a server reads them")
struct TokenRequestTests {
  static let form = "grant_type=refresh_token&refresh_token=r&client_id=web"

  private func refusal(_ message: (head: HTTPRequest, body: Data)) -> OAuthError? {
    failure { try RefreshExchange.received(message) }
  }

  /// The error response for an error.
  private func wire(
    _ error: OAuthError?
  ) throws -> (status: Int, fields: HTTPFields, body: String) {
    let (head, body) = RefreshExchange.response(try #require(error))
    return (head.status.code, head.headerFields, body.text)
  }

  @Test("the example of RFC 6749 §4.1.3 is read")
  func example() throws {
    let request = try CodeExchange.received(
      post(
        "grant_type=authorization_code&code=SplxlOBeZQQYbYS6WxSbIA"
          + "&redirect_uri=https%3A%2F%2Fclient%2Eexample%2Ecom%2Fcb",
        authorization: ["Basic czZCaGRSa3F0MzpnWDFmQmF0M2JW"]))
    guard case .authorizationCode(let code, let redirectURI, let verifier) = request.grant else {
      throw OtherCase()
    }
    #expect(code.reveal() == "SplxlOBeZQQYbYS6WxSbIA")
    #expect(redirectURI == "https://client.example.com/cb")
    #expect(verifier == nil)
    #expect(request.client.id == "s6BhdRkqt3")
    #expect(request.client.authentication.secret?.reveal() == "gX1fBat3bV")
    #expect(request.client.authentication.method == "client_secret_basic")
  }

  // attack: T-11
  @Test("parameters in the URL are refused, and the secret among them is not repeated")
  func queryParameters() throws {
    for body in ["", Self.form] {
      let error = refusal(post(body, path: "/token?\(Self.form)&client_secret=hush-hush"))
      #expect(error == .refused(.invalidRequest, ""))
      #expect(error?.description.contains("hush") == false)
      let wire = try wire(error)
      #expect(wire.status == 400)
      #expect(wire.body.contains("\"invalid_request\""))
      #expect(!wire.body.contains("hush"))
    }
  }

  // attack: T-12
  @Test(
    "only a UTF-8 form is read",
    arguments: [
      ("application/json", 400), ("multipart/form-data; boundary=x", 400), (nil, 400),
      ("application/x-www-form-urlencoded; charset=iso-8859-1", 400),
      ("application/x-www-form-urlencoded; charset=utf-8", nil),
      ("Application/X-WWW-Form-urlencoded;charset=\"UTF-8\"", nil),
      ("application/x-www-form-urlencoded", nil),
    ] as [(String?, Int?)])
  func contentType(type: String?, status: Int?) throws {
    let error = refusal(post(Self.form, type: type))
    #expect(error == status.map { _ in .refused(.invalidRequest, "") })
    if let status { #expect(try wire(error).status == status) }
  }

  private static func basic(_ pair: some Sequence<UInt8>) -> String {
    "Basic " + Data(pair).base64EncodedString()
  }

  static let badCredentials: [(String, [String])] = [
    ("not base64", ["Basic %%%"]), ("base64url", ["Basic _-__"]), ("no colon", ["Basic YWJj"]),
    ("%zz", [basic("%zz:s".utf8)]), ("bad UTF-8", [basic([0xC3, 0x28, 0x3A, 0x73])]),
    ("escaped bad UTF-8", [basic("%FF:s".utf8)]), ("empty id", [basic(":s".utf8)]),
    ("NUL", [basic("a%00b:s".utf8)]),
    ("1 MB", ["Basic " + String(repeating: "YWJj", count: 1 << 18)]), ("no credentials", ["Basic"]),
    ("another scheme", ["Bearer abc"]), ("two fields", ["Basic d2ViOnM=", "Basic d2ViOnM="]),
  ]

  // attack: T-13
  @Test(
    "Basic credentials which cannot be read are answered with 401 and a challenge",
    arguments: badCredentials)
  func badBasic(name: String, fields: [String]) throws {
    let error = refusal(post("grant_type=refresh_token&refresh_token=r", authorization: fields))
    #expect(error == .refused(.invalidClient, ""))
    let wire = try wire(error)
    #expect(wire.status == 401)
    #expect(wire.fields[.wwwAuthenticate]?.hasPrefix("Basic ") == true)
    #expect(wire.body.contains("\"invalid_client\""))
  }

  // attack: T-13
  @Test("the scheme's letter case does not matter", arguments: ["basic", "BASIC", "Basic"])
  func schemeCase(scheme: String) throws {
    let request = try RefreshExchange.received(
      post("grant_type=refresh_token&refresh_token=r", authorization: ["\(scheme) d2ViOnM="]))
    #expect(request.client.id == "web")
    #expect(request.client.authentication.secret?.reveal() == "s")
  }

  // attack: T-14
  @Test("form-encoded credentials are decoded")
  func encodedBasic() throws {
    let request = try RefreshExchange.received(
      post("grant_type=refresh_token&refresh_token=r", authorization: ["Basic YSUzQWI6cyUyMHg="]))
    #expect(request.client.id == "a:b")
    #expect(request.client.authentication.secret?.matches(Secret("s x")) == true)
  }

  // attack: T-43
  @Test("an empty parameter is as if it were omitted")
  func emptyParameters() throws {
    #expect(refusal(post("grant_type=authorization_code&code=&client_id=web"))?.parameter == "code")
    let request = try RefreshExchange.received(
      post("grant_type=refresh_token&refresh_token=r&client_id=&scope="))
    #expect(request.client.id == nil)
    guard case .refreshToken(_, scopes: nil) = request.grant else { throw OtherCase() }
  }

  // attack: T-44
  @Test(
    "malformed encodings and NUL are refused in every parameter, and never reach a look-up",
    arguments: [
      "grant_type", "code", "redirect_uri", "code_verifier", "refresh_token", "scope", "client_id",
      "client_secret", "unknown",
    ], ["%FF", "%C0%AF", "%00", "a%00b", "%", "%4", "a\u{0}b"])
  func hostileEncoding(name: String, value: String) throws {
    let others = "grant_type=authorization_code&code=c&client_id=web".split(separator: "&")
      .filter { !$0.hasPrefix(name + "=") }.joined(separator: "&")
    let error = refusal(post("\(others)&\(name)=\(value)"))
    #expect(error?.outcome == .refused)
    #expect([400, 401].contains(try wire(error).status))
  }

  // Covers the grammar in row T-06; the tests of the issuer compare the verifier with its grant.
  @Test(
    "a code verifier that violates the grammar is an invalid request",
    arguments: [
      String(PKCETests.verifier.dropLast()), String(repeating: "a", count: 129),
      PKCETests.verifier + "%0A", PKCETests.verifier + "&code_verifier=" + PKCETests.verifier,
    ])
  func verifierGrammar(verifier: String) {
    expectError(
      refusal(post("grant_type=authorization_code&code=c&client_id=a&code_verifier=\(verifier)")),
      is: .refused(.invalidRequest, ""), naming: "code_verifier")
  }

  @Test("two authentication methods, two clients and malformed credentials are refused")
  func twoWays() {
    let basic = ["Basic d2ViOnM="]
    let anonymous = "grant_type=refresh_token&refresh_token=r"
    let cases: [(String, [String], OAuthError.Code?)] = [
      (Self.form + "&client_secret=s", basic, .invalidRequest),
      (anonymous + "&client_id=other", basic, .invalidRequest), (Self.form, basic, nil),
      (Self.form + "&client_assertion=x", [], .invalidClient),
      (anonymous + "&client_secret=s", [], .invalidClient),
    ]
    for (form, authorization, code) in cases {
      let error = refusal(post(form, authorization: authorization))
      #expect(error == code.map { .refused($0, "") }, "\(form)")
    }
  }

  @Test("another method, a content encoding and a long body are refused with a status")
  func statuses() throws {
    var get = post(Self.form)
    get.head.method = .get
    #expect(refusal(get)?.status == 405)
    #expect(try wire(refusal(get)).fields[.allow] == "POST")
    var gzip = post(Self.form)
    gzip.head.headerFields[.contentEncoding] = "gzip"
    #expect(refusal(gzip)?.status == 415)
    #expect(
      refusal(post(Self.form + "&x=" + String(repeating: "x", count: 64 << 10)))?.status == 413)
  }

  @Test("an unknown grant and a missing one have their own codes")
  func grantTypes() {
    let cases: [(String, OAuthError.Code)] = [
      ("grant_type=password&username=a&password=b", .unsupportedGrantType),
      ("code=c", .invalidRequest),
      ("grant_type=refresh_token&refresh_token=r&scope=a%22b", .invalidScope),
    ]
    for (form, code) in cases { #expect(refusal(post(form)) == .refused(code, ""), "\(form)") }
  }

  @Test("every response is JSON that is not cached and reveals nothing internal")
  func answers() throws {
    let failures: [(OAuthError, Int)] = [
      (.refused(.invalidGrant, "Quotes \" and \\ are \u{e9} replaced."), 400),
      (.refused(.invalidClient, "x"), 401),
      (.refused(.invalidClient, "x", status: 429), 429), (.unreachable(.storeFailed, "hush"), 503),
      (.unreadable(.storeDamaged, "hush"), 500), (.misused("x", "hush"), 500),
    ]
    for (error, status) in failures {
      let wire = try wire(error)
      #expect(wire.status == status)
      #expect(wire.fields[.cacheControl] == "no-store")
      #expect(wire.fields[.contentType] == "application/json")
      #expect(!wire.body.contains("hush"))
    }
    #expect(try wire(failures[0].0).body.contains("Quotes ' and ' are ? replaced."))
    let wait = OAuthError(outcome: .refused, code: .invalidClient, reason: "", status: 429)
      .retrying(after: .seconds(5))
    #expect(try wire(wait).fields[.retryAfter] == "5")
  }
}
