// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite("Work in place of a picture")
struct ProofOfWorkTests {
  private func solution(_ challenge: CaptchaReply) throws -> String {
    let work = WorkChallenge(
      token: Secret(challenge["token"]), salt: challenge["salt"],
      cost: try #require(challenge.number("cost")))
    return try #require(work.solution())
  }

  private func body(_ token: String, _ solution: String) -> JSONObject {
    ["token": .string(token), "solution": .string(solution), "sender": .string(CaptchaWorld.phone)]
  }

  @Test("Work takes 50,000 tries on average, is solved once, and its proof is equal to a slider's")
  func solvedOnce() async throws {
    let world = try await CaptchaWorld.start { _ in }
    let challenge = try await world.get("?type=pow&purpose=LOGIN_SMS")
    #expect(challenge["captchaType"] == "pow")
    #expect(challenge["algorithm"] == "SHA-256")
    #expect(challenge.number("cost") == 50_000)
    #expect(challenge.number("expire") == 120)
    #expect(challenge["token"] == challenge["salt"] + "." + challenge["signature"])
    let solved = try await world.verify(body(challenge["token"], try solution(challenge)))
    #expect(solved.code == "OK")
    #expect(solved.number("expire") == 180)
    #expect(
      try await world.verify(body(challenge["token"], try solution(challenge))).code
        == "COMMON.1005 captcha_expired")
    #expect(try await world.spend(solved["captcha_token"]).code == "OK")
  }

  @Test("An application can turn work off, and then no captcha and no page offers it")
  func turnedOff() async throws {
    let world = try await HostedWorld.start(application: { $0.offersWork = false })
    let work = try await world.call(.get, "/api/v2/sdk/captcha?type=pow")
    #expect(work.json["error_code"] == "IDAAS.SDK.COMMON.1006")
    #expect(work.json["error_detail"] == "policy_denied")
    let slider = try await world.call(.get, "/api/v2/sdk/captcha")
    #expect(slider.json["alternatives"]?.arrayValue?.isEmpty ?? true)
    let config = try await world.call(.get, "/api/v2/sdk/client-config")
    #expect(config.json["captcha"]?.objectValue?["types"] == ["slider"])
    let browser = try await world.registering()
    let page = try await browser.script(
      "captcha", ["type": "pow", "mobile": "13800000000", "country": "CN"])
    #expect(page.json["error_code"] == "IDAAS.SDK.COMMON.1006")
    let usual = try await HostedWorld.start().call(.get, "/api/v2/sdk/captcha")
    #expect(usual.json["alternatives"] == ["pow"])
  }

  @Test("A wrong solution ends the challenge")
  func wrong() async throws {
    let world = try await CaptchaWorld.start()
    for wrong in ["0", "-1", "1e3", "12345678901234567890123", "٣", "x"] {
      let challenge = try await world.get("?type=pow")
      let right = try solution(challenge)
      guard wrong != right else { continue }
      #expect(try await world.verify(body(challenge["token"], wrong)).code == "SMS.1003")
      #expect(
        try await world.verify(body(challenge["token"], right)).code
          == "COMMON.1005 captcha_expired")
    }
  }

  @Test("Coordinates are refused in place of a solution")
  func coordinates() async throws {
    let world = try await CaptchaWorld.start()
    let challenge = try await world.get("?type=pow")
    #expect(try await world.slide(challenge["token"], x: 137).code == "SMS.1002 bad_format")
    #expect(
      try await world.verify(body(challenge["token"], try solution(challenge))).code
        == "COMMON.1005 captcha_expired")
  }

  @Test(
    "A changed salt, cost, end or signature, and another device, client or purpose, is a mismatch",
    arguments: ["salt", "cost", "end", "signature", "no signature", "device", "client", "purpose"])
  func changed(_ what: String) async throws {
    let world = try await CaptchaWorld.start()
    let challenge = try await world.get("?type=pow&purpose=BIND_MOBILE_SMS")
    var salt = try Base64URL.decode(challenge["salt"])
    var signature = challenge["signature"]
    var device = CaptchaWorld.Device()
    switch what {
    case "salt": salt[0] ^= 1
    case "cost": salt.replaceSubrange(24..<32, with: [0, 0, 0, 0, 0, 0, 0, 1])
    case "end": salt[17] ^= 1
    case "signature": signature = String(signature.dropLast(4)) + "AAAA"
    case "no signature": signature = ""
    case "device": device.device = "phone-2"
    case "client": device.client = "other"
    default: break
    }
    let work = WorkChallenge(token: Secret(""), salt: Base64URL.encode(salt), cost: 200)
    var body = body(work.salt + "." + signature, try #require(work.solution()))
    if what == "purpose" { body["purpose"] = "LOGIN_SMS" }
    #expect(try await world.verify(body, by: device).code == "SMS.1004 captcha_mismatch")
  }

  @Test("Work expires")
  func expiry() async throws {
    let world = try await CaptchaWorld.start()
    let challenge = try await world.get("?type=pow")
    let solution = try solution(challenge)
    world.server.clock.advance(by: .seconds(120))
    #expect(
      try await world.verify(body(challenge["token"], solution)).code
        == "COMMON.1005 captcha_expired")
  }

  @Test("Of concurrent solutions of one challenge one gets a proof")
  func parallel() async throws {
    let world = try await CaptchaWorld.start()
    let challenge = try await world.get("?type=pow")
    let body = body(challenge["token"], try solution(challenge))
    let codes = try await concurrently(20) { _ in try await world.verify(body).code }
    #expect(codes.filter { $0 == "OK" }.count == 1)
    #expect(codes.filter { $0 == "COMMON.1005 captcha_expired" }.count == 19)
  }
}
