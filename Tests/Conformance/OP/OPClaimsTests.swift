// SPDX-License-Identifier: Apache-2.0

import TestKit

struct OPClaimsTests {
  @Test("oidcc-claims-essential: the server returns an essential claim")
  func claimsEssential() async throws {
    let op = try await OP()
    let tokens = try await op.tokens(
      op.request(with: [
        "scope": "openid", "claims": #"{"userinfo":{"name":{"essential":true}}}"#,
      ]))
    let info = try await op.userInfo(tokens["access_token"])
    #expect(info.json["name"]?.stringValue == "Alice Example")
  }

  @Test("oidcc-idtoken-rs256: the ID token is signed with RS256 as registered")
  func idtokenRs256() async throws {
    let op = try await OP()
    let (header, _) = try await op.claims(of: op.tokens()["id_token"])
    #expect(header.algorithm == .rs256)
  }

  @Test("oidcc-idtoken-signature: the ID token is signed with a published key")
  func idtokenSignature() async throws {
    let op = try await OP()
    let (header, claims) = try await op.claims(of: op.tokens()["id_token"])
    #expect(header.keyID != nil)
    #expect(claims["iss"]?.stringValue == op.server.issuer)
  }

  /// A scope, and claims of the userinfo response.
  struct Scopes: Sendable {
    let scope: String
    let released: [String]
    var withheld: [String] = []
  }

  @Test(
    "The scopes select the claims",
    arguments: [
      Case(
        "oidcc-scope-address",
        Scopes(scope: "openid address", released: ["address"], withheld: ["phone_number"])),
      Case(
        "oidcc-scope-all",
        Scopes(
          scope: "openid profile email address phone",
          released: ["sub", "name", "email", "address", "phone_number"])),
      Case(
        "oidcc-scope-email",
        Scopes(scope: "openid email", released: ["email", "email_verified"], withheld: ["name"])),
      Case(
        "oidcc-scope-phone",
        Scopes(scope: "openid phone", released: ["phone_number"], withheld: ["address"])),
      Case(
        "oidcc-scope-profile",
        Scopes(scope: "openid profile", released: ["name"], withheld: ["email"])),
    ])
  func scopes(_ row: Case<Scopes>) async throws {
    let op = try await OP(users: [.settled])
    let tokens = try await op.tokens(op.request(with: ["scope": row.value.scope]))
    let claims = try await op.userInfo(tokens["access_token"]).json
    for name in row.value.released {
      let expected = name == "sub" ? .string(TestUser.settled.id) : TestUser.settled.claims[name]
      #expect(claims[name] == expected, "\(name)")
    }
    for name in row.value.withheld { #expect(claims[name] == nil, "\(name)") }
  }

  @Test(
    "The userinfo endpoint accepts the token in the Authorization field",
    arguments: [
      Case("oidcc-userinfo-get", HTTPRequest.Method.get), Case("oidcc-userinfo-post-header", .post),
    ])
  func userinfoHeader(_ row: Case<HTTPRequest.Method>) async throws {
    let op = try await OP()
    let reply = try await op.userInfo(op.tokens()["access_token"], method: row.value)
    #expect(reply.status == 200)
    #expect(reply.json["sub"]?.stringValue == TestUser.alice.id)
  }

  @Test("oidcc-userinfo-post-body: the userinfo endpoint accepts the token in the form")
  func userinfoPostBody() async throws {
    let op = try await OP()
    var form = Parameters()
    form["access_token"] = try await op.tokens()["access_token"]?.stringValue
    let answer = OP.Reply(try await op.browser.post(op.server.issuer + "/userinfo", form))
    #expect(answer.status == 200)
    #expect(answer.json["sub"]?.stringValue == TestUser.alice.id)
  }

  @Test("oidcc-userinfo-rs256: the server signs the userinfo response as registered")
  func userinfoRs256() async throws {
    let op = try await RegisteringOP()
    let reply = try await op.register(["userinfo_signed_response_alg": "RS256"])
    let client = try await op.client(reply)
    let tokens = try await client.tokens()
    let info = try await client.userInfo(tokens["access_token"])
    #expect(info.head.headerFields[.contentType] == "application/jwt")
    let (header, claims) = try await client.claims(of: .string(info.text))
    #expect(header.algorithm == .rs256)
    #expect(claims["aud"]?.stringValue == client.client.registration.id)
    let token = try await client.claims(of: tokens["id_token"]).claims
    #expect(claims["iss"] == token["iss"] && claims["sub"] == token["sub"])
  }
}
