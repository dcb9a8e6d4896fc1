// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import CoatcheckWeiboTesting
import TestKit

@Suite("The rules of every call", .timeLimit(.minutes(10)))
struct CallRulesTests {
  @Test(
    "a header field that is missing or too long is named",
    arguments: [
      ("X-client-id", "", ReturnCode.parameterMissing), ("X-agent", "", .deviceIncomplete),
      ("X-operating-sys-version", "", .deviceIncomplete),
      ("X-device-fingerprint", "", .deviceIncomplete),
      ("X-device-fingerprint", String(repeating: "x", count: 129), .parameterFormat),
      ("X-device-fingerprint", "té", .parameterFormat),
      ("X-agent", String(repeating: "x", count: 513), .parameterFormat),
      ("X-device-ip", String(repeating: "1", count: 65), .parameterFormat),
      ("X-L", String(repeating: "z", count: 65), .parameterFormat),
    ] as [(String, String, ReturnCode)])
  func fields(_ name: String, _ value: String, _ code: ReturnCode) async throws {
    let world = try await LoginWorld.start()
    #expect(try await world.login(.alice, [name: value]).code == code)
  }

  // attack: I-41
  @Test(
    "a body is a JSON object with its content type: a form, in which a plus is a space, is refused",
    arguments: [
      ("application/x-www-form-urlencoded", "mobile=+86-13800000000", "Content-Type"),
      ("text/plain", #"{"mobile":"1"}"#, "Content-Type"),
      ("application/json; charset=gbk", "{}", "Content-Type"),
      ("application/json", "[]", "body"), ("application/json", "{", "body"),
      ("application/json", #"{"a":1,"a":2}"#, "body"),
    ])
  func bodies(_ type: String, _ body: String, _ name: String) async throws {
    let world = try await LoginWorld.start()
    let answer = LoginWorld.Answer(
      try await world.server.send(
        .post, "/api/v2/sdk/sms/send", Data(body.utf8),
        [
          "X-client-id": "app", "X-operating-sys-version": "iOS 18",
          "X-device-fingerprint": "phone-1", "X-agent": "Demo/1.0", "Content-Type": type,
        ]))
    #expect(answer.code == .parameterFormat)
    #expect(answer.json["error_msg"]?.stringValue?.contains(name) == true)
    #expect(world.server.outbox.messages.isEmpty)
  }

  @Test("a body of more than 64 KiB is not read")
  func largeBody() async throws {
    let world = try await LoginWorld.start()
    let answer = try await world.call(
      .post, "/api/v2/sdk/login/weibo",
      ["access_token": .string(String(repeating: "x", count: 70_000)), "uid": "1"])
    #expect(answer.status == 413 || answer.code == .parameterFormat)
  }

  @Test("a valid request id is returned, and an invalid one is replaced")
  func requestID() async throws {
    let world = try await LoginWorld.start()
    let echoed = try await world.call(
      .get, "/api/v2/sdk/client-config", nil, ["X-Request-Id": "r-1.a_B"])
    #expect(echoed.field("X-Request-Id") == "r-1.a_B")
    for bad in [String(repeating: "x", count: 65), "a b", "<script>"] {
      let other = try await world.call(
        .get, "/api/v2/sdk/client-config", nil, ["X-Request-Id": bad])
      #expect(other.field("X-Request-Id") != bad)
      #expect(other.field("X-Request-Id")?.isEmpty == false)
    }
  }

  @Test("the client configuration is public and contains no secret")
  func clientConfig() async throws {
    let world = try await LoginWorld.start()
    let answer = try await world.call(.get, "/api/v2/sdk/client-config")
    #expect(answer.status == 200)
    let config = try ClientConfigCall.reply(.object(answer.json))
    #expect(config.clientID == "app" && config.name == "Demo")
    #expect(config.languages == ["zh-CN", "zh-TW", "en"])
    #expect(config.weibo?.isEnabled == true)
    #expect(config.weibo?.appKey == world.server.weibo.service.appKey)
    #expect(config.weibo?.redirectURI == world.server.origin + "/api/v1/login/weibo")
    #expect(config.weibo?.unassociated == "BIND_OR_REGISTER")
    #expect(config.methods == [.phone, .email])
    #expect(config.codeLength == 6 && config.codeLifetime == 300 && config.resendAfter == 60)
    #expect(!answer.text.contains(world.server.weibo.service.appSecret))
  }

  @Test("the countries are cached for a day, and not sent again while they are unchanged")
  func countryCodes() async throws {
    let world = try await LoginWorld.start()
    let first = try await world.call(.get, "/api/v2/sdk/country-codes")
    #expect(first.json["preferredAreaCode"]?.stringValue == "CN")
    #expect(first.json["phoneAreaCodeDefinitions"]?.arrayValue?.count == 5)
    #expect(first.field("Cache-Control") == "private, max-age=86400")
    let tag = try #require(first.field("ETag"))
    for field in [tag, "\"x\", W/" + tag, "*"] {
      let again = try await world.call(
        .get, "/api/v2/sdk/country-codes", nil, ["If-None-Match": field])
      #expect(again.status == 304 && again.body.isEmpty)
      #expect(again.field("ETag") == tag)
    }
    let other = try await world.call(
      .get, "/api/v2/sdk/country-codes", nil, ["If-None-Match": "\"x\""])
    #expect(other.status == 200 && other.body == first.body)
  }

  @Test(
    "a message that was requested twice under one key is sent once", arguments: StoreChoice.allCases
  )
  func repeatedMessage(_ store: StoreChoice) async throws {
    let world = try await LoginWorld.start(store: store)
    let state = try await world.state()
    let proof = try await world.captcha(for: "13800000000", type: "REGISTER_SMS", state: state)
    let key = ["Idempotency-Key": "k-1"]
    func ask(_ place: String = "13800000000", device: String = "phone-1") async throws
      -> LoginWorld.Answer
    {
      try await world.send("REGISTER_SMS", to: place, proof, state: state, device: device, key)
    }
    let first = try await ask()
    let second = try await ask()
    #expect(first.status == 200 && second.status == 200)
    #expect(first.body == second.body)
    #expect(world.server.outbox.messages.count == 1)
    // The same key for another message is refused, and another device's key is another key.
    #expect(try await ask("13900000000").code == .parameterValue)
    #expect(try await ask(device: "phone-2").code == .parameterValue)
    world.server.clock.advance(by: .seconds(600))
    #expect(try await ask().code == .expired)
  }

  @Test("a repeated binding returns the same tokens, and a repeated wrong code costs one attempt")
  func repeatedBinding() async throws {
    let world = try await LoginWorld.start()
    let (state, code) = try await world.codeSent()
    let wrong = LoginWorld.wrong(code)
    for _ in 0..<3 {
      let answer = try await world.bind(wrong, state: state, ["Idempotency-Key": "w"])
      #expect(answer.json["attempts_left"]?.intValue == 4)
    }
    let first = try await world.bind(code, state: state, ["Idempotency-Key": "k"])
    let again = try await world.bind(code, state: state, ["Idempotency-Key": "k"])
    #expect(first.word == "SUCCESS")
    #expect(first.json["session_token"] == again.json["session_token"])
    // Without the key, or from another device, the login is used.
    #expect(try await world.bind(code, state: state).code == .expired)
    let thief = try await world.bind(
      code, state: state, device: "phone-2", ["Idempotency-Key": "k"])
    #expect(thief.word != "SUCCESS")
  }

  @Test("of ten concurrent calls under one key one is processed")
  func repeatedAtOnce() async throws {
    let world = try await LoginWorld.start()
    let (state, code) = try await world.codeSent()
    let answers = try await concurrently(10) { _ in
      try await world.bind(code, state: state, ["Idempotency-Key": "k"])
    }
    let tokens = Set(answers.compactMap { $0.json["session_token"]?.stringValue })
    #expect(tokens.count == 1)
    // A call that arrives while the first is processed is told to try again.
    #expect(answers.allSatisfy { $0.word == "SUCCESS" || $0.detail == "rate_limited" })
  }
}
