// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite("Sending codes", .timeLimit(.minutes(10)))
struct SendingTests {
  // attack: I-33
  @Test(
    "a number gets one code a minute, five an hour and ten a day, and each refusal has the time to wait"
  )
  func perNumber() async throws {
    let world = try await LoginWorld.start(settings: { $0.sendsPerDevice = 1_000 })
    let state = try await world.state()
    #expect(try await world.send(.registerMobile, state: state).status == 200)
    world.server.clock.advance(by: .seconds(59))
    let early = try await world.send(.registerMobile, state: state)
    #expect(early.code == .sendingFailed && early.detail == "rate_limited")
    #expect(early.json["retry_after"]?.intValue == 1)
    #expect(early.field("Retry-After") == "1")
    #expect(early.status == 400)
    // Each request below has a new login and a new device, so that only the limits of the number apply.
    var answers: [Int] = []
    for round in 0..<12 {
      world.server.clock.advance(by: .seconds(round == 5 || round == 9 ? 3_600 : 60))
      let device = "phone-\(round)"
      let fresh = try await world.state(round.isMultiple(of: 2) ? .alice : .bob, device: device)
      let sent = try await world.send(.registerMobile, state: fresh, device: device)
      answers.append(sent.status)
    }
    #expect(answers.prefix(4) == [200, 200, 200, 200])
    #expect(answers[4] == 400)
    #expect(answers[5] == 200)
    #expect(answers.filter { $0 == 200 }.count <= 9)
    #expect(world.server.outbox.messages.count <= 10)
  }

  // attack: I-33
  @Test(
    "devices, sources, ranges of numbers and the total are limited as well",
    arguments: ["device", "source", "prefix", "altogether"])
  func others(_ what: String) async throws {
    let world = try await LoginWorld.start(settings: { figures in
      switch what {
      case "device": figures.sendsPerDevice = 2
      case "source": figures.sendsPerSource = 2
      case "prefix": figures.sendsPerPrefix = 2
      default: figures.sendsAltogether = 2
      }
    })
    for number in 0..<3 {
      // The range of a number is all but its last four digits. Only the row about ranges uses one range.
      let place = what == "prefix" ? "1380000000\(number)" : "138\(number)0000000"
      let device = what == "device" ? "phone" : "phone-\(number)"
      let state = try await world.state(device: device)
      let sent = try await world.send(.registerMobile, to: place, state: state, device: device)
      #expect(sent.status == (number < 2 ? 200 : 400), "\(sent.text)")
      if number == 2 { #expect(sent.detail == "rate_limited") }
    }
    #expect(world.server.outbox.messages.count == 2)
    #expect(world.log.all.contains { $0.contains("message_throttled") && $0.contains(what) })
  }

  @Test(
    "an application has a budget of its own, and the others still send when it is used up",
    arguments: [nil, 2])
  func perApplication(own: Int?) async throws {
    let world = try await LoginWorld.start(
      settings: { $0.sendsPerApplication = own == nil ? 2 : 1 },
      tenant: { app in
        var spender = app
        spender.messagesPerHour = own
        var other = app
        other.id = "other"
        return FixedTenant(applications: [spender, other], areaCodes: .usual)
      })
    for number in 0..<3 {
      let state = try await world.state(device: "phone-\(number)")
      let sent = try await world.send(
        .registerMobile, to: "138\(number)0000000", state: state, device: "phone-\(number)")
      #expect(sent.status == (number < 2 ? 200 : 400), "\(sent.text)")
      if number == 2 { #expect(sent.detail == "rate_limited") }
    }
    #expect(
      world.log.all.contains { $0.contains("message_throttled") && $0.contains("application") })
    let other = try await world.server.call(
      .get, "/api/v2/sdk/captcha?type=pow&purpose=LOGIN_SMS", nil, [:], device: "phone-9",
      client: "other")
    let challenge = try JSONObject(parsing: [UInt8](other.body))
    guard case .proofOfWork(let work) = try CaptchaCall.reply(.object(challenge)) else {
      Issue.record("There is no work.")
      return
    }
    let proof = try await world.server.call(
      .post, "/api/v2/sdk/captcha/verify",
      [
        "token": .string(work.token.reveal()), "solution": .string(try #require(work.solution())),
        "sender": "13900000000", "purpose": "LOGIN_SMS",
      ], [:], device: "phone-9", client: "other")
    let token = try JSONObject(parsing: [UInt8](proof.body))["captcha_token"]
    let sent = try await world.server.call(
      .post, "/api/v2/sdk/sms/send",
      ["mobile": "13900000000", "type": "LOGIN_SMS", "captcha_token": token ?? .null], [:],
      device: "phone-9", client: "other")
    #expect(sent.head.status == .ok)
  }

  @Test("a device at its own limit cannot use up the limit of another user's number")
  func noBlocking() async throws {
    let world = try await LoginWorld.start(settings: { $0.sendsPerDevice = 1 })
    let state = try await world.state(.alice, device: "mallory")
    _ = try await world.send(.registerMobile, to: "13900000000", state: state, device: "mallory")
    for _ in 0..<6 {
      let sent = try await world.send(.registerMobile, state: state, device: "mallory")
      #expect(sent.code == .sendingFailed)
    }
    let bob = try await world.state(.bob)
    #expect(try await world.send(.registerMobile, state: bob).status == 200)
  }

  @Test("the strict mode returns 429 in place of the document's status", arguments: [true, false])
  func strict(_ strict: Bool) async throws {
    let world = try await LoginWorld.start(settings: {
      $0.saysTooManyRequests = strict
      $0.loginsPerIdentity = 1
    })
    let state = try await world.state()
    _ = try await world.send(.registerMobile, state: state)
    #expect(try await world.send(.registerMobile, state: state).status == (strict ? 429 : 400))
    let login = try await world.login()
    #expect(login.code == .busy && login.detail == "rate_limited")
    #expect(login.status == (strict ? 429 : 500))
    #expect(login.json["retry_after"]?.intValue == 3_600)
  }

  @Test(
    "a gateway's failure becomes a return code; nothing is sent twice",
    arguments: [
      (SendingFailure.invalidContact, ReturnCode.parameterFormat, "number_invalid"),
      (.limited(retryAfter: 7), .sendingFailed, "rate_limited"),
      (.noBalance, .sendingFailed, "gateway_failed"),
      (.templateRejected, .sendingFailed, "gateway_failed"),
      (.blockedRegion, .sendingFailed, "region_blocked"),
      (.transient, .sendingFailed, "gateway_failed"),
      (.unknownOutcome, .sendingFailed, "gateway_unknown"),
    ] as [(SendingFailure, ReturnCode, String)])
  func gateway(_ failure: SendingFailure, _ code: ReturnCode, _ detail: String) async throws {
    let gateway = Refusing(failure)
    let world = try await LoginWorld.start(messages: gateway)
    let state = try await world.state()
    let sent = try await world.send(.registerMobile, state: state)
    #expect(sent.code == code)
    #expect(sent.detail == detail)
    #expect(gateway.messages.count == 1)
    if failure == .unknownOutcome {
      // The message may have arrived: its code is valid, and the next one has to wait.
      #expect(sent.json["retry_after"]?.intValue == 60)
      #expect(try await world.send(.registerMobile, state: state).detail == "rate_limited")
      let code = try #require(gateway.messages.last?.code)
      #expect(try await world.bind(code, state: state).word == "SUCCESS")
    }
    if failure == .transient {
      #expect(try await world.send(.registerMobile, state: state).detail == "gateway_failed")
    }
  }

  @Test("the checks come in the document's order: format, type, captcha, limits, region, gateway")
  func order() async throws {
    let world = try await LoginWorld.start(application: { $0.regions = ["HK"] })
    let state = try await world.state()
    func ask(_ type: String, _ place: String, _ proof: String) async throws -> ReturnCode? {
      try await world.send(type, to: place, proof, state: state).code
    }
    #expect(try await ask("NO_SUCH", "12", "x") == .parameterFormat)
    #expect(try await ask("NO_SUCH", "13800000000", "x") == .messageTypeUnknown)
    #expect(try await ask("REGISTER_SMS", "13800000000", "x") == .captchaWrong)
    #expect(try await world.send(.registerMobile, state: state).detail == "region_blocked")
    #expect(try await world.send(.registerMobile, state: state).detail == "rate_limited")
    #expect(world.server.outbox.messages.isEmpty)
  }

  @Test("a message is sent only for the status of the login")
  func status() async throws {
    let world = try await LoginWorld.start()
    let state = try await world.state()
    let wrong = try await world.send(.bindMobile, state: state)
    #expect(wrong.code == .parameterValue && wrong.detail == "state_mismatch")
    #expect(try await world.send(.registerMobile).code == .parameterMissing)
    #expect(try await world.send(.deleteAccount).code == .parameterMissing)
    // A message for phones is not sent by e-mail.
    let mixed = try await world.send("REGISTER_SMS", to: "anna@example.com", "x", state: state)
    #expect(mixed.code == .messageTypeUnknown)
  }

  @Test(
    "a message names the application and the purpose in the caller's language",
    arguments: [("zh", "zh-CN"), ("zh-TW", "zh-TW"), ("en", "en"), ("fr", "en")])
  func language(_ field: String, _ language: String) async throws {
    let world = try await LoginWorld.start()
    let state = try await world.state()
    _ = try await world.send(.registerMobile, state: state, ["X-L": field])
    let message = try #require(world.server.outbox.messages.last)
    #expect(message.language == language)
    #expect(message.application == "Demo")
    #expect(message.type == .registerMobile)
    #expect(message.minutes == 5)
    #expect(message.country == "CN")
  }

  @Test("an application for one country sends to no other")
  func national() async throws {
    let world = try await LoginWorld.start(application: { $0.isInternational = false })
    let state = try await world.state()
    let abroad = try await world.send(.registerMobile, to: "+852-51234567", state: state)
    #expect(abroad.detail == "region_blocked")
    #expect(try await world.send(.registerMobile, state: state).status == 200)
  }

  // attack: I-32
  @Test(
    "the digits are in no response, header field, log line or file",
    arguments: StoreChoice.allCases)
  func digitsNowhere(_ store: StoreChoice) async throws {
    let world = try await LoginWorld.start(store: store)
    let state = try await world.state()
    let sent = try await world.send(.registerMobile, state: state)
    let code = try world.digits()
    if let folder = world.folder, !"13800000000".contains(code) {
      for name in try folder.names() {
        let file = Data(try #require(folder.read(name)))
        #expect(file.range(of: Data(code.utf8)) == nil, "\(name)")
      }
    }
    let wrong = try await world.bind("999999" == code ? "999998" : "999999", state: state)
    let done = try await world.bind(code, state: state)
    // A hash or a time can contain the six digits by chance, but a JSON text with them is the code.
    for text in [sent.text, wrong.text, done.text] + world.log.all {
      #expect(!text.contains("\"\(code)\"") && !text.contains(" \(code) "))
    }
    #expect(!world.log.lines.contains { $0.details.values.contains(code) })
    #expect(!world.log.all.contains { $0.contains("13800000000") })
    #expect(!world.log.all.contains { $0.contains(state) })
    #expect(world.log.all.contains { $0.contains("+86138****0000") })
  }
}
