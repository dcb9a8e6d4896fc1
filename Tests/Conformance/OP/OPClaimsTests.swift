// SPDX-License-Identifier: Apache-2.0

import TestKit

struct OPClaimsTests {
  @Test("oidcc-claims-essential: a claim that is asked for as essential is returned")
  func claimsEssential() async throws {
    let op = try await OP()
    let tokens = try await op.tokens(
      op.request(with: [
        "scope": "openid", "claims": #"{"userinfo":{"name":{"essential":true}}}"#,
      ]))
    let info = try await op.userInfo(tokens["access_token"])
    #expect(info.json["name"]?.stringValue == "Alice Example")
  }

  @Test("oidcc-claims-locales: languages of claims are no error")
  func claimsLocales() async throws {
    let op = try await OP()
    #expect(try await op.tokens(op.request(with: ["claims_locales": "se no"]))["id_token"] != nil)
  }

  @Test("oidcc-idtoken-rs256: the ID token is signed with RS256, as registered")
  func idtokenRs256() async throws {
    let op = try await OP()
    let (header, _) = try await op.claims(of: op.tokens()["id_token"])
    #expect(header.algorithm == .rs256)
  }

  @Test("oidcc-idtoken-signature: the ID token names a published key and verifies by it")
  func idtokenSignature() async throws {
    let op = try await OP()
    let (header, claims) = try await op.claims(of: op.tokens()["id_token"])
    #expect(header.keyID != nil)
    #expect(claims["iss"]?.stringValue == op.server.issuer)
  }

  @Test("oidcc-scope-address: the scope address brings the address")
  func scopeAddress() async throws {
    let op = try await OP(users: [.settled])
    let tokens = try await op.tokens(op.request(with: ["scope": "openid address"]))
    let claims = try await op.userInfo(tokens["access_token"]).json
    #expect(claims["address"]?.objectValue?["country"] == "JP")
    #expect(claims["phone_number"] == nil)
  }

  @Test("oidcc-scope-all: all scopes together bring all claims")
  func scopeAll() async throws {
    let op = try await OP(users: [.settled])
    let all = "openid profile email address phone"
    let tokens = try await op.tokens(op.request(with: ["scope": all]))
    let claims = try await op.userInfo(tokens["access_token"]).json
    for name in ["sub", "name", "email", "address", "phone_number"] { #expect(claims[name] != nil) }
  }

  @Test("oidcc-scope-email: the scope email brings its claims, and no others")
  func scopeEmail() async throws {
    let op = try await OP()
    let tokens = try await op.tokens(op.request(with: ["scope": "openid email"]))
    let claims = try await op.userInfo(tokens["access_token"]).json
    #expect(claims["email"] == "alice@example.org")
    #expect(claims["email_verified"] == true)
    #expect(claims["name"] == nil)
  }

  @Test("oidcc-scope-phone: the scope phone brings the number")
  func scopePhone() async throws {
    let op = try await OP(users: [.settled])
    let tokens = try await op.tokens(op.request(with: ["scope": "openid phone"]))
    let claims = try await op.userInfo(tokens["access_token"]).json
    #expect(claims["phone_number"] == "+81 3 1234 5678")
    #expect(claims["address"] == nil)
  }

  @Test("oidcc-scope-profile: the scope profile brings its claims, and no others")
  func scopeProfile() async throws {
    let op = try await OP()
    let tokens = try await op.tokens(op.request(with: ["scope": "openid profile"]))
    let claims = try await op.userInfo(tokens["access_token"]).json
    #expect(claims["name"] == "Alice Example")
    #expect(claims["email"] == nil)
  }

  @Test("oidcc-userinfo-get: the claims are had by GET")
  func userinfoGet() async throws {
    let op = try await OP()
    let answer = try await op.userInfo(op.tokens()["access_token"])
    #expect(answer.status == 200)
    #expect(answer.json["sub"]?.stringValue == TestUser.alice.id)
  }

  @Test("oidcc-userinfo-post-body: the claims are had by POST with the token in the form")
  func userinfoPostBody() async throws {
    let op = try await OP()
    var form = Parameters()
    form["access_token"] = try await op.tokens()["access_token"]?.stringValue
    let answer = OP.Reply(try await op.browser.post(op.server.issuer + "/userinfo", form))
    #expect(answer.status == 200)
    #expect(answer.json["sub"]?.stringValue == TestUser.alice.id)
  }

  @Test("oidcc-userinfo-post-header: the claims are had by POST with the token in the field")
  func userinfoPostHeader() async throws {
    let op = try await OP()
    let answer = try await op.userInfo(op.tokens()["access_token"], method: .post)
    #expect(answer.status == 200)
    #expect(answer.json["sub"]?.stringValue == TestUser.alice.id)
  }

  @Test("oidcc-userinfo-rs256: the claims come signed where that is registered")
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
