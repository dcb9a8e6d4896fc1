// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSTesting
import TestKit

@testable import CoatcheckIDaaSServer

@Suite("The gateways of a tenant's folder")
struct GatewayFileTests {
  /// The senders of a `gateways.json`.
  private static func senders(
    _ gateways: String, _ world: SenderWorld, folder: Folder
  ) throws -> (any MessageSender)? {
    let file = folder.path + "/gateways.json"
    try? FileManager.default.removeItem(atPath: file)
    #expect(
      FileManager.default.createFile(
        atPath: file, contents: Data(#"{"gateways": [\#(gateways)]}"#.utf8),
        attributes: [.posixPermissions: 0o600]))
    return try TenantFolder.messages(
      path: folder.path, over: Transports.system, environment: world.environment,
      logger: CapturedLog().logger)
  }

  private static func aliyun(_ world: SenderWorld, _ more: String = "") -> String {
    """
    {"kind": "aliyun", "countries": ["CN"], "key_id": "\(world.aliyun.service.keyID)",
     "secret": "\(world.aliyun.service.secret)", "sign_name": "演示", "base": "\(world.aliyun.url)",
     "templates": "SMS_1"\(more)}
    """
  }

  private static func tencent(
    _ world: SenderWorld, _ templates: String = "\"1110\"", _ more: String = ""
  ) -> String {
    """
    {"kind": "tencent", "key_id": "\(world.tencent.service.keyID)",
     "secret": "\(world.tencent.service.secret)", "application": "1400006666",
     "sign_name": "演示", "base": "\(world.tencent.url)", "templates": \(templates)\(more)}
    """
  }

  @Test("use the placeholder names of a template of Alibaba Cloud")
  func names() async throws {
    let world = try await SenderWorld.start()
    let folder = try Folder()
    let usual = try #require(try Self.senders(Self.aliyun(world), world, folder: folder))
    _ = try await usual.send(SenderWorld.message())
    #expect(world.aliyun.service.sent.last?.values == ["code": "012345"])
    let gateway = Self.aliyun(
      world,
      #", "names": {"code": "code", "application": "product"}, "templates": {"REGISTER_SMS": {"zh-CN": "SMS_2"}}"#
    ).replacing(#""templates": "SMS_1", "#, with: "")
    let named = try #require(try Self.senders(gateway, world, folder: folder))
    world.clock.advance(by: .seconds(61))
    _ = try await named.send(SenderWorld.message())
    #expect(world.aliyun.service.sent.last?.template == "SMS_2")
    #expect(world.aliyun.service.sent.last?.values == ["code": "012345", "product": "Demo"])
  }

  @Test("fill a template of Tencent Cloud with one placeholder, and with several in any order")
  func order() async throws {
    let world = try await SenderWorld.start(
      tencent: TencentService(templates: ["1": 1, "3": 3]))
    let folder = try Folder()
    let rows: [(String, String, [String: String])] = [
      ("\"1\"", #"["code"]"#, ["1": "012345"]),
      (
        "\"3\"", #"["application", "minutes", "code"]"#, ["1": "Demo", "2": "5", "3": "012345"]
      ),
    ]
    for (template, order, values) in rows {
      let gateway = Self.tencent(world, template, ", \"order\": \(order)")
      let sender = try #require(try Self.senders(gateway, world, folder: folder))
      _ = try await sender.send(SenderWorld.message())
      #expect(world.tencent.service.sent.last?.values == values)
      world.clock.advance(by: .seconds(31))
    }
  }

  @Test("are tried in their order, each for its countries")
  func routes() async throws {
    let world = try await SenderWorld.start()
    let folder = try Folder()
    let both = try #require(
      try Self.senders(
        Self.aliyun(world) + ","
          + Self.tencent(world, "\"1110\"", #", "templates_abroad": {"en": "2220"}"#),
        world, folder: folder))
    _ = try await both.send(SenderWorld.message())
    _ = try await both.send(SenderWorld.message(to: "+85251234567", country: "HK", language: "en"))
    #expect(world.aliyun.service.sent.map(\.to) == ["13800000000"])
    #expect(world.tencent.service.sent.map(\.to) == ["+85251234567"])
  }

  @Test("send the notices that have a template, on the mainland too, and no other ones")
  func notices() async throws {
    let world = try await SenderWorld.start(
      tencent: TencentService(templates: ["1110": 2, "40": 2]))
    let folder = try Folder()
    func notice(_ event: AccountNotice.Event) -> AccountNotice {
      var notice = AccountNotice(
        event, to: .phone("+8613800000000"), language: "zh-CN", application: "Demo", id: "n-1")
      notice.country = "CN"
      return notice
    }
    let aliyun = try #require(
      try Self.senders(
        Self.aliyun(
          world,
          #", "notices": {"LINKED": "SMS_2"}, "names": {"provider": "code", "application": "product"}"#
        ),
        world, folder: folder))
    #expect(try await aliyun.tell(notice(.linked(provider: "weibo"))) != nil)
    #expect(world.aliyun.service.sent.last?.values == ["code": "微博", "product": "Demo"])
    #expect(try await aliyun.tell(notice(.mobileChanged)) == nil)
    let tencent = try #require(
      try Self.senders(
        Self.tencent(
          world, "\"1110\"",
          #", "notices": {"LINKED": {"zh-CN": "40"}}, "notice_order": ["application", "provider"]"#),
        world, folder: folder))
    #expect(try await tencent.tell(notice(.linked(provider: "weibo"))) != nil)
    #expect(world.tencent.service.sent.last?.values == ["1": "Demo", "2": "微博"])
    let without = try #require(try Self.senders(Self.tencent(world), world, folder: folder))
    #expect(try await without.tell(notice(.linked(provider: "weibo"))) == nil)
  }

  /// Errors in the configuration of a gateway, and the member that is named.
  static let troubles: [Case<(String, String)>] = [
    Case("no kind", (#"{"secret": "s"}"#, "gateways[0].kind")),
    Case("an unknown kind", (#"{"kind": "pigeon", "secret": "s"}"#, "gateways[0].kind")),
    Case("no secret", (#"{"kind": "twilio"}"#, "gateways[0].secret")),
    Case(
      "a misspelled member",
      (
        #"{"kind": "twilio", "secret": "s", "account": "AC1", "from": "+1", "form": "+1"}"#,
        "gateways[0].form"
      )),
    Case(
      "two senders",
      (
        #"{"kind": "twilio", "secret": "s", "account": "AC1", "from": "+1", "messaging_service": "M"}"#,
        "gateways[0].from"
      )),
    Case(
      "an unknown placeholder",
      (
        #"{"kind": "tencent", "secret": "s", "key_id": "k", "application": "1", "sign_name": "n", "templates": "1", "order": ["codes"]}"#,
        "gateways[0].order"
      )),
    Case(
      "a notice that is not sent",
      (
        #"{"kind": "aliyun", "secret": "s", "key_id": "k", "sign_name": "n", "templates": "1", "notices": {"BOUND": "1"}}"#,
        "gateways[0].notices.BOUND"
      )),
    Case(
      "a secret sent in the clear",
      (
        #"{"kind": "aliyun_mail", "secret": "s", "key_id": "k", "address": "a@b.example", "base": "http://dm.example"}"#,
        "gateways[0].base"
      )),
    Case(
      "a webhook without a kind of contacts",
      (
        #"{"kind": "webhook", "secret": "s", "url": "https://hook.example/"}"#,
        "gateways[0].contacts"
      )
    ),
    Case(
      "countries for e-mail addresses",
      (
        #"{"kind": "webhook", "secret": "s", "url": "https://hook.example/", "contacts": "emails", "countries": ["CN"]}"#,
        "gateways[0].countries"
      )),
  ]

  @Test(
    "are refused with the member that is at fault",
    arguments: troubles + mailTroubles + receiptTroubles)
  func refused(_ trouble: Case<(String, String)>) async throws {
    let world = try await SenderWorld.start()
    let error = #expect(throws: TenantError.self) {
      try Self.senders(trouble.value.0, world, folder: Folder())
    }
    #expect(error?.member == trouble.value.1)
  }

  @Test("are absent without a file, and a file that others can read is refused")
  func files() async throws {
    let world = try await SenderWorld.start()
    let folder = try Folder()
    #expect(
      try TenantFolder.messages(
        path: folder.path, over: Transports.system, environment: world.environment,
        logger: CapturedLog().logger) == nil)
    _ = try Self.senders(Self.aliyun(world), world, folder: folder)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: folder.path + "/gateways.json")
    #expect(throws: TenantError.self) {
      try TenantFolder.messages(
        path: folder.path, over: Transports.system, environment: world.environment,
        logger: CapturedLog().logger)
    }
  }
}
