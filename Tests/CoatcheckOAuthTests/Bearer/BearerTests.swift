// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Bearer tokens and challenges")
struct BearerTests {
  private func request(_ fields: [String], path: String = "/api") -> HTTPRequest {
    var head = HTTPRequest(method: .get, scheme: "https", authority: "api.example", path: path)
    for field in fields { head.headerFields.append(HTTPField(name: .authorization, value: field)) }
    return head
  }

  @Test(
    "the token of RFC 6750 §2.1 is read, the scheme in any letter case",
    arguments: ["Bearer", "bearer", "BEARER"])
  func token(scheme: String) throws {
    #expect(
      try BearerToken.from(request(["\(scheme) mF_9.B5f-4.1JqM"])).reveal() == "mF_9.B5f-4.1JqM")
  }

  @Test(
    "a missing Bearer field is credentialsMissing, a malformed one is invalid_request",
    arguments: [
      ([], .credentialsMissing), (["Basic d2ViOnM="], .credentialsMissing),
      (["Bearer"], .invalidRequest), (["Bearer a b"], .invalidRequest),
      (["Bearer a,b"], .invalidRequest), (["Bearer ===="], .invalidRequest),
      (["Bearer a=b"], .invalidRequest), (["Bearer \"a\""], .invalidRequest),
      (["Bearer a", "Bearer a"], .invalidRequest),
      (["Bearer " + String(repeating: "a", count: (16 << 10) + 1)], .invalidRequest),
    ] as [([String], OAuthError.Code)])
  func badToken(fields: [String], code: OAuthError.Code) {
    expectError(.refused(code, "")) { try BearerToken.from(request(fields)) }
  }

  @Test(
    "a token in the query is refused",
    arguments: [
      "access_token=hush", "a=b&access_token=hush", "a&a&access%5Ftoken=hush",
      "%zz&access_token=hush",
      "access_token",
    ])
  func tokenInAddress(query: String) {
    let error = failure { try BearerToken.from(request(["Bearer a"], path: "/api?\(query)")) }
    #expect(error == .refused(.invalidRequest, ""))
    #expect(error?.description.contains("hush") == false)
  }

  // RFC 6750 §2.3: "The HTTP request URI query can include other request-specific parameters".
  @Test(
    "other query parameters are ignored, even if they are malformed",
    arguments: ["tag=a&tag=b", "q=100%", "a=%ff&&=", "x=access_token", "access_tokens=1", "?a=b?c"])
  func apiQuery(query: String) throws {
    #expect(try BearerToken.from(request(["Bearer a"], path: "/api?\(query)")).reveal() == "a")
  }

  @Test("the challenges of RFC 6750 §3 are read and written")
  func examples() throws {
    let bare = try #require(BearerChallenge(fields: [#"Bearer realm="example""#]))
    #expect(bare.realm == "example")
    #expect(bare.error == nil)
    #expect(bare.headerValue == #"Bearer realm="example""#)
    let text =
      #"Bearer realm="example", error="invalid_token", error_description="The access token expired""#
    let expired = try #require(BearerChallenge(fields: [text]))
    #expect(expired.error == .invalidToken)
    #expect(expired.errorDescription == "The access token expired")
    #expect(expired.headerValue == text)
  }

  @Test("the challenge of RFC 9470 §3 states how the user has to sign in")
  func stepUp() throws {
    let text = """
      Bearer error="insufficient_user_authentication", \
      error_description="A different authentication level is required", acr_values="myACR other", max_age="5"
      """
    let challenge = try #require(BearerChallenge(fields: [text]))
    #expect(challenge.error == .insufficientUserAuthentication)
    #expect(challenge.acrValues == ["myACR", "other"])
    #expect(challenge.maxAge == 5)
    #expect(challenge.headerValue == text)
    #expect(BearerChallenge(fields: ["Bearer max_age=\"-1\""])?.maxAge == nil)
  }

  @Test("the challenge of RFC 9728 §5.1 contains the address of the resource metadata")
  func resourceMetadata() throws {
    let address = "https://resource.example.com/.well-known/oauth-protected-resource"
    let text = "Bearer resource_metadata=\"\(address)\""
    let challenge = try #require(BearerChallenge(fields: [text]))
    #expect(challenge.resourceMetadata == address)
    #expect(challenge.headerValue == text)
  }

  @Test("the DPoP challenge of RFC 9449 §7.1 is read in addition to the Bearer challenge")
  func proofOfPossession() throws {
    let fields = [
      #"Bearer realm="example""#,
      #"dPoP error="use_dpop_nonce", error_description="Resource server requires nonce", algs="ES256 PS256""#,
    ]
    let challenge = try #require(BearerChallenge(fields: fields, scheme: .dpop))
    #expect(challenge.error == .useDPoPNonce)
    #expect(challenge.algorithms == ["ES256", "PS256"])
    #expect(challenge.headerValue.hasPrefix(#"DPoP error="use_dpop_nonce""#))
    #expect(BearerChallenge(fields: fields)?.error == nil)
  }

  @Test(
    "lists of challenges are read by the grammar of RFC 9110",
    arguments: [
      ("Basic realm=\"a\", Bearer error=invalid_token", ["Basic", "Bearer"]),
      (
        "Newauth realm=\"apps\", type=1, title=\"Login to \\\"apps\\\"\", Basic realm=\"simple\"",
        ["Newauth", "Basic"]
      ),
      ("Negotiate, Bearer", ["Negotiate", "Bearer"]),
      ("Negotiate , Bearer", ["Negotiate", "Bearer"]),
      ("Negotiate abc==, Bearer realm=x", ["Negotiate", "Bearer"]), ("Bearer", ["Bearer"]),
      (", ,Bearer realm = \"x\" ,", ["Bearer"]), ("Bearer realm=\"a, Basic b=c\"", ["Bearer"]),
      ("", []), ("Bearer realm=\"open", []), ("Bearer realm=a realm=b", []),
      ("Bearer realm=a, realm=b", []), ("Bearer realm=a, REALM=b", []), ("=", []),
      ("Bearer \"x\"", []), ("Bearer a=b=c", []),
    ])
  func lists(field: String, schemes: [String]) {
    #expect(HTTPChallenge.parse([field]).map(\.scheme) == schemes)
  }

  @Test("quoted pairs are unescaped, and parameter names are not case-sensitive")
  func quoted() {
    let challenge = HTTPChallenge.parse([#"Bearer Error_Description="say \"no\" \\ now""#]).first
    #expect(challenge?.parameters == ["error_description": #"say "no" \ now"#])
    #expect(HTTPChallenge.parse(["Negotiate abc=="]).first?.token68 == "abc==")
  }

  @Test("values cannot add parameters or fields to a challenge")
  func injection() {
    var challenge = BearerChallenge(realm: "a\", error=\"x", error: .invalidToken)
    challenge.errorDescription = "a\r\nSet-Cookie: b=c\\"
    let value = challenge.headerValue
    #expect(value.utf8.allSatisfy { (0x20...0x7E).contains($0) })
    #expect(BearerChallenge(fields: [value])?.error == .invalidToken)
    #expect(HTTPChallenge.parse([value]).first?.parameters["realm"] == "a', error='x")
  }

  @Test("the response has a challenge, which states the error unless the token is missing")
  func responses() {
    let missing = BearerChallenge.response(
      .refused(.credentialsMissing, "x", status: 401), realm: "api")
    #expect(missing.head.status.code == 401)
    #expect(missing.head.headerFields[.wwwAuthenticate] == "Bearer realm=\"api\"")
    #expect(missing.body.isEmpty)
    let expired = BearerChallenge.response(.refused(.invalidToken, "It expired."))
    #expect(expired.head.status.code == 401)
    #expect(
      BearerChallenge.refusal(in: expired.head, from: "The API") == .refused(.invalidToken, ""))
    let narrow = BearerChallenge.response(.refused(.insufficientScope, "x"), scope: [.email])
    #expect(narrow.head.status.code == 403)
    #expect(
      BearerChallenge(fields: narrow.head.headerFields[values: .wwwAuthenticate])?.scope == [.email]
    )
    #expect(BearerChallenge.response(.unreachable(.storeFailed, "x")).head.status.code == 503)
  }
}
