// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSTesting
import TestKit

@testable import CoatcheckIDaaSServer

@Suite("A gateway for messages")
struct GatewayTests {
  @Test("gets a number of the mainland and one of another country in its own form")
  func numbers() async throws {
    let world = try await SenderWorld.start()
    let mainland = SenderWorld.message()
    let abroad = SenderWorld.message(to: "+85251234567", country: "HK", language: "zh-TW")
    for message in [mainland, abroad] {
      #expect(try await world.aliyunSender().send(message).hasSuffix("^0"))
      #expect(try await world.tencentSender().send(message).hasPrefix("5000:"))
    }
    #expect(try await world.twilioSender().send(abroad).hasPrefix("SM"))
    #expect(world.aliyun.service.sent.map(\.to) == ["13800000000", "85251234567"])
    #expect(world.aliyun.service.sent.map(\.template) == ["SMS_1", "SMS_9"])
    #expect(world.aliyun.service.sent.map(\.reference) == ["m-1", "m-1"])
    #expect(world.tencent.service.sent.map(\.to) == ["+8613800000000", "+85251234567"])
    #expect(world.tencent.service.sent.map(\.template) == ["1110", "2220"])
    #expect(world.twilio.service.sent.map(\.to) == ["+85251234567"])
  }

  @Test("gets the code with its leading zero, by name, by place, or in a text")
  func values() async throws {
    let world = try await SenderWorld.start()
    let aliyun = world.aliyunSender {
      $0.templates = MessageTemplates(always: "SMS_2")
      $0.names = [.code: "code", .application: "product"]
    }
    _ = try await aliyun.send(SenderWorld.message())
    #expect(world.aliyun.service.sent.last?.values == ["code": "012345", "product": "Demo"])
    _ = try await world.tencentSender().send(SenderWorld.message())
    #expect(world.tencent.service.sent.last?.values == ["1": "012345", "2": "5"])
    let text = world.twilioSender {
      $0.origin = .service("MG00000000000000000000000000000003")
      $0.keyID = "SK00000000000000000000000000000002"
      $0.secret = Secret("key secret")
      $0.host = "t.example"
    }
    _ = try await text.send(SenderWorld.message(to: "+447700900123", country: "GB", language: "en"))
    #expect(
      world.twilio.service.sent.last?.values["text"]
        == """
        012345 is your Demo code to sign in or register with a Weibo account. \
        It is good for 5 minutes. Do not share it.

        @t.example #012345
        """)
  }

  @Test("gets a template by the message's type and language")
  func templates() {
    let templates = MessageTemplates(
      ["zh-CN": "cn", "en": "en"], byType: [.secondFactor: ["zh-CN": "mfa-cn"]])
    let rows: [(MessageType, String, String?)] = [
      (.registerMobile, "zh-CN", "cn"), (.registerMobile, "en", "en"),
      (.registerMobile, "zh-TW", "cn"), (.registerMobile, "de", "en"),
      (.secondFactor, "zh-CN", "mfa-cn"), (.secondFactor, "zh-TW", "mfa-cn"),
      (.secondFactor, "en", "en"),
    ]
    for (type, language, id) in rows { #expect(templates.id(for: type, in: language) == id) }
    #expect(MessageTemplates(["zh-CN": "x"]).id(for: .secondFactor, in: "en") == nil)
    #expect(MessageTemplates(always: "x").id(for: .secondFactor, in: "fr") == "x")
  }

  @Test("refuses by its own code, which becomes the sender's failure")
  func failures() async throws {
    let world = try await SenderWorld.start()
    let message = SenderWorld.message()
    func aliyun(_ change: (inout AliyunSMS) -> Void) async -> SendingFailure? {
      await world.aliyunSender(change).failure(of: message)
    }
    func tencent(_ change: (inout TencentSMS) -> Void) async -> SendingFailure? {
      await world.tencentSender(change).failure(of: message)
    }
    #expect(await aliyun { $0.signName = "别人" } == .templateRejected)
    #expect(await aliyun { $0.templates = MessageTemplates(always: "SMS_7") } == .templateRejected)
    #expect(await aliyun { $0.templates = MessageTemplates(always: "SMS_2") } == .templateRejected)
    #expect(await aliyun { $0.secret = Secret("wrong") } == .transient)
    #expect(await aliyun { $0.keyID = "other" } == .transient)
    #expect(await tencent { $0.signName = "别人" } == .templateRejected)
    #expect(await tencent { $0.templates = MessageTemplates(always: "7") } == .templateRejected)
    #expect(await tencent { $0.order = [.code] } == .templateRejected)
    #expect(await tencent { $0.applicationID = "2" } == .templateRejected)
    #expect(await tencent { $0.secret = Secret("wrong") } == .transient)
    #expect(world.aliyun.service.sent.isEmpty && world.tencent.service.sent.isEmpty)
    for number in ["+8612", "+8603800000000"] {
      let odd = SenderWorld.message(to: number)
      #expect(await world.aliyunSender().failure(of: odd) == .invalidContact)
      #expect(await world.tencentSender().failure(of: odd) == .invalidContact)
      #expect(
        await world.twilioSender { $0.base = world.twilio.url }
          .failure(of: SenderWorld.message(to: "+1")) == .invalidContact)
    }
  }

  @Test("of Twilio refuses regions, numbers, senders and secrets")
  func twilioFailures() async throws {
    let world = try await SenderWorld.start()
    let sender = world.twilioSender()
    #expect(await sender.failure(of: SenderWorld.message()) == .blockedRegion)
    #expect(
      await sender.failure(of: SenderWorld.message(to: "+15005550004", country: "US"))
        == .invalidContact)
    let good = SenderWorld.message(to: "+15005550009", country: "US")
    #expect(
      await world.twilioSender { $0.origin = .number("+1") }.failure(of: good) == .templateRejected)
    #expect(
      await world.twilioSender { $0.origin = .service("MG9") }.failure(of: good)
        == .templateRejected)
    #expect(await world.twilioSender { $0.secret = Secret("x") }.failure(of: good) == .transient)
    #expect(await world.twilioSender { $0.id = "AC9" }.failure(of: good) == .transient)
    #expect(await sender.failure(of: good) == nil)
    #expect(await sender.failure(of: good) == .limited(retryAfter: 1))
  }

  @Test("limits messages to one number, and reports the time to wait")
  func limits() async throws {
    let world = try await SenderWorld.start()
    let message = SenderWorld.message()
    let aliyun = world.aliyunSender()
    #expect(await aliyun.failure(of: message) == nil)
    #expect(await aliyun.failure(of: message) == .limited(retryAfter: 60))
    for _ in 0..<4 {
      world.clock.advance(by: .seconds(60))
      #expect(await aliyun.failure(of: message) == nil)
    }
    world.clock.advance(by: .seconds(60))
    #expect(await aliyun.failure(of: message) == .limited(retryAfter: 3_600))
    let tencent = world.tencentSender()
    #expect(await tencent.failure(of: message) == nil)
    #expect(await tencent.failure(of: message) == .limited(retryAfter: 30))
  }

  @Test("sends nothing without a balance")
  func money() async throws {
    let world = try await SenderWorld.start(
      aliyun: AliyunService(balance: 0), tencent: TencentService(balance: 0),
      twilio: TwilioService(balance: 0))
    for (sender, number) in zip(
      world.senders(), ["+8613800000000", "+8613800000000", "+15005550009"])
    {
      #expect(await sender.failure(of: SenderWorld.message(to: number)) == .noBalance)
    }
  }

  @Test("is not called for other countries without a template, nor for e-mail")
  func notForIt() async throws {
    let world = try await SenderWorld.start()
    let abroad = SenderWorld.message(to: "+85251234567", country: "HK")
    #expect(
      await world.aliyunSender { $0.templatesAbroad = nil }.failure(of: abroad) == .blockedRegion)
    #expect(
      await world.tencentSender { $0.templatesAbroad = nil }.failure(of: abroad)
        == .blockedRegion)
    #expect(
      await world.aliyunSender { $0.templates = MessageTemplates(["en": "SMS_1"]) }
        .failure(of: SenderWorld.message(language: "zh-CN")) == nil)
    #expect(
      await world.aliyunSender { $0.templates = MessageTemplates(["zh-CN": "SMS_1"]) }
        .failure(of: SenderWorld.message(language: "en")) == .templateRejected)
    for sender in world.senders() {
      #expect(await sender.failure(of: SenderWorld.mail()) == .invalidContact)
    }
    #expect(world.aliyun.all.count == 1 && world.tencent.all.isEmpty && world.twilio.all.isEmpty)
  }

  @Test(
    "that does not respond is called once, and the outcome is unknown",
    arguments: [OAuthError.Code.timedOut, .connectionFailed, .cancelled])
  func unknownOutcome(code: OAuthError.Code) async throws {
    let world = try await SenderWorld.start()
    let message = SenderWorld.message()
    let transport = FailingTransport(.unreachable(code, "No answer."))
    for (index, sender) in world.senders(transport: transport).enumerated() {
      #expect(await sender.failure(of: message) == .unknownOutcome)
      #expect(transport.count == index + 1)
    }
  }

  @Test("with an unreadable response may have sent the message", arguments: bodies)
  func nonsense(_ body: Case<(HTTPResponse.Status, String, SendingFailure)>) async throws {
    let (status, text, failure) = body.value
    let world = try await SenderWorld.start()
    let response = ServedResponse.standIn(status, text: text, type: "application/json")
    world.aliyun.answer("/", with: response)
    world.tencent.answer("/", with: response)
    world.twilio.answer(
      "/2010-04-01/Accounts/\(world.twilio.service.accountID)/Messages.json", with: response)
    let message = SenderWorld.message()
    #expect(await world.aliyunSender().failure(of: message) == failure)
    #expect(await world.tencentSender().failure(of: message) == failure)
    #expect(await world.twilioSender().failure(of: message) == failure)
    #expect(world.aliyun.all.count == 1 && world.tencent.all.count == 1)
  }

  static let bodies: [Case<(HTTPResponse.Status, String, SendingFailure)>] = [
    Case("a proxy's page", (.badGateway, "<html>502</html>", .unknownOutcome)),
    Case("nothing", (.ok, "", .unknownOutcome)),
    Case("another object", (.ok, "{}", .unknownOutcome)),
    Case("a list", (.ok, "[]", .unknownOutcome)),
    Case("a redirect", (.found, "", .unknownOutcome)),
    Case("too many requests", (.tooManyRequests, "slow down", .limited(retryAfter: nil))),
    Case("a refusal", (.forbidden, "no", .transient)),
  ]

  @Test("sends its secret in no request")
  func secrets() async throws {
    let world = try await SenderWorld.start()
    let message = SenderWorld.message()
    _ = await world.aliyunSender().failure(of: message)
    _ = await world.tencentSender().failure(of: message)
    for request in world.aliyun.all + world.tencent.all {
      let whole =
        "\(request.head.path ?? "")\(request.head.headerFields)"
        + String(decoding: request.body, as: UTF8.self)
      #expect(!whole.contains("aliyun secret") && !whole.contains("tencent secret"))
    }
    #expect(!"\(world.aliyunSender())".contains("aliyun secret"))
  }

  @Test("of Alibaba Cloud refuses a repeated, late or altered request")
  func replays() async throws {
    let world = try await SenderWorld.start()
    var sent: (head: HTTPRequest, body: Data)?
    let exchange = AliyunExchange(
      base: world.aliyun.url, action: "SendSms", version: "2017-05-25",
      parameters: [
        "PhoneNumbers": "13800000001", "SignName": "演示", "TemplateCode": "SMS_1",
        "TemplateParam": #"{"code":"1"}"#,
      ], keyID: world.aliyun.service.keyID, secret: Secret(world.aliyun.service.secret),
      nameMember: "BizId")
    sent = try exchange.request(in: world.environment)
    let request = try #require(sent)
    func code(_ head: HTTPRequest) async -> String? {
      let reply = await world.aliyun.service.respond(
        to: ServedRequest(head: head, body: request.body, source: SourceAddress("127.0.0.1")),
        at: world.aliyun.url, now: world.clock.now)
      return (try? JSONObject(parsing: [UInt8](reply.body)))?["Code"]?.stringValue
    }
    var changed = request.head
    changed.path = request.head.path?.replacing("13800000001", with: "13800000002")
    #expect(await code(changed) == "SignatureDoesNotMatch")
    #expect(await code(request.head) == "OK")
    #expect(await code(request.head) == "SignatureNonceUsed")
    world.clock.advance(by: .seconds(901))
    #expect(await code(request.head) == "InvalidTimeStamp.Expired")
  }

  @Test("for mail sends the code in the text and not in the subject")
  func mail() async throws {
    let world = try await SenderWorld.start()
    let sender = world.mailSender()
    #expect(try await !sender.send(SenderWorld.mail()).isEmpty)
    let sent = try #require(world.aliyun.service.sent.last)
    #expect(sent.to == "a@example.com")
    #expect(sent.values["subject"] == "Demo: your code to sign in or register with a Weibo account")
    #expect(sent.values["text"]?.contains("012345") == true)
    #expect(
      await world.mailSender { $0.address = "other@mail.example" }.failure(of: SenderWorld.mail())
        == .templateRejected)
    for address in ["a@example.com,b@example.com", "a b@example.com", "no address"] {
      #expect(await sender.failure(of: SenderWorld.mail(to: address)) == .invalidContact)
    }
    #expect(await sender.failure(of: SenderWorld.message()) == .invalidContact)
    let notice = AccountNotice(
      .linked(provider: "weibo"), to: .email("a@example.com"), language: "en",
      application: "Demo", id: "n")
    #expect(try await sender.tell(notice) != nil)
    #expect(world.aliyun.service.sent.last?.values["text"] == notice.text)
  }
}
