// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite("What a captcha's proof is bound to")
struct CaptchaBindingTests {
  @Test(
    "A proof is invalid for another phone, device, client, purpose or login, and used after the attempt",
    arguments: ["phone", "e-mail", "device", "client", "purpose", "login", "no login"])
  func boundProof(_ other: String) async throws {
    let world = try await CaptchaWorld.start()
    let state = try await world.pendingLogin()
    var device = CaptchaWorld.Device()
    var mobile = CaptchaWorld.phone
    var type = "BIND_MOBILE_SMS"
    var login: String? = state
    // There is no login of another device, so the message type is one that needs no login.
    if ["device", "client", "no login"].contains(other) { type = "LOGIN_SMS" }
    if ["device", "client"].contains(other) { login = nil }
    let proof = try await world.solve(purpose: type, state: login)
    switch other {
    case "phone": mobile = "+86-13900000000"
    case "device": device.device = "phone-2"
    case "client": device.client = "other"
    case "purpose": type = "LOGIN_SMS"
    case "login": login = try await world.pendingLogin(subject: "other")
    case "no login": login = nil
    default: break
    }
    let reply: CaptchaReply
    if other == "e-mail" {
      reply = try await world.send(
        .post, "/api/v2/sdk/email/send",
        ["email": "a@example.com", "type": "BIND_EMAIL_EMS", "captcha_token": .string(proof)],
        by: device, fields: ["X-state-token": state])
    } else {
      reply = try await world.spend(proof, mobile: mobile, type: type, by: device, state: login)
    }
    #expect(reply.code == "SMS.1004 captcha_mismatch")
    #expect(
      try await world.spend(proof, type: "BIND_MOBILE_SMS", state: state).code
        == "SMS.1004 captcha_expired")
    #expect(world.server.outbox.last(to: .phone("+8613800000000")) == nil)
  }

  @Test("A proof for one login is valid in that login, however the number is written")
  func rightUse() async throws {
    let world = try await CaptchaWorld.start()
    let state = try await world.pendingLogin()
    let proof = try await world.solve(
      sender: "008613800000000", purpose: "BIND_MOBILE_SMS", state: state)
    let sent = try await world.spend(
      proof, mobile: "+86 138 0000 0000", type: "BIND_MOBILE_SMS", state: state)
    #expect(sent.code == "OK")
  }

  @Test(
    "The vendor's clients name no purpose and no login; their proof is valid"
  )
  func vendorUse() async throws {
    let world = try await CaptchaWorld.start()
    let state = try await world.pendingLogin()
    let proof = try await world.solve()
    #expect(try await world.spend(proof, type: "BIND_MOBILE_SMS", state: state).code == "OK")
  }

  @Test(
    "A challenge cannot be answered by another device or client, or for another purpose",
    arguments: ["device", "client", "purpose"])
  func boundChallenge(_ other: String) async throws {
    let world = try await CaptchaWorld.start()
    let challenge = try await world.get("?purpose=BIND_MOBILE_SMS")
    let token = challenge["token"]
    let x = try await world.answer(token)
    var device = CaptchaWorld.Device()
    if other == "device" { device.device = "phone-2" }
    if other == "client" { device.client = "other" }
    let reply = try await world.slide(
      token, x: x, by: device, purpose: other == "purpose" ? "LOGIN_SMS" : nil)
    #expect(reply.code == "SMS.1004 captcha_mismatch")
    #expect(try await world.slide(token, x: x).code == "COMMON.1005 captcha_expired")
  }

  @Test("The purpose of the challenge goes into the proof when the check names none")
  func inheritedPurpose() async throws {
    let world = try await CaptchaWorld.start()
    let token = try await world.get("?purpose=FORGET_PWD_SMS")["token"]
    let proof = try await world.slide(token, x: try await world.answer(token))["captcha_token"]
    #expect(try await world.spend(proof).code == "SMS.1004 captcha_mismatch")
  }

  @Test("Proofs that the caller made up are invalid")
  func forged() async throws {
    let world = try await CaptchaWorld.start()
    let (token, x) = try await world.challenge()
    #expect(try await world.slide(token, x: x).code == "OK")
    for proof in [
      "\(token)---{\"x\":\(x),\"y\":5.0}", token, "cc_cp_" + token + "AAAAAA",
      OpaqueToken(.captcha, environment: .live).secret.reveal(),
      OpaqueToken(.state, environment: .live).secret.reveal(), "x",
      String(repeating: "a", count: 9_000),
    ] {
      #expect(try await world.spend(proof).code == "SMS.1004 captcha_expired")
    }
    let none = try await world.spend("").code
    #expect(["SMS.1004 captcha_required", "COMMON.1001 missing_parameter"].contains(none))
    #expect(world.server.outbox.last(to: .phone("+8613800000000")) == nil)
  }

  @Test("The store holds digests and sealed contents only")
  func storedSealed() async throws {
    let world = try await CaptchaWorld.start()
    let token = try await world.get()["token"]
    let digest = TokenDigest(of: Secret(token))
    let record = try #require(
      try await world.server.store.record(.challenge, digest, at: world.server.clock.now))
    #expect(record.content.map(\.name) == ["sealed"])
    let proof = try await world.slide(token, x: try await world.answer(token))["captcha_token"]
    let kept = try #require(
      try await world.server.store.record(
        .captcha, TokenDigest(of: Secret(proof)), at: world.server.clock.now))
    #expect(kept.content.map(\.name) == ["sealed"])
  }

  @Test("A binding is read as it was written, and a partial one is refused")
  func bindingJSON() throws {
    let whole = CaptchaBinding(
      clientID: "app", device: "d", purpose: "LOGIN_SMS", contact: .email("a@b.example"),
      state: TokenDigest(of: Secret("s")))
    #expect(CaptchaBinding(json: whole.json) == whole)
    let least = CaptchaBinding(clientID: "app", device: "d")
    #expect(CaptchaBinding(json: least.json) == least)
    let broken: [(String, JSONValue)] = [
      ("client", .null), ("device", 5), ("purpose", 5), ("contact", ["fax", "1"]),
      ("contact", "x"), ("state", "AAAA"), ("state", .null), ("purpose", .null),
    ]
    for (name, value) in broken {
      var json = whole.json
      json[name] = value
      #expect(CaptchaBinding(json: json) == nil, "\(name)")
    }
  }
}
