// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSTesting
import TestKit

@testable import CoatcheckIDaaSServer

@Suite("A report of delivery", .timeLimit(.minutes(5)))
struct ReceiptTests {
  static let key = "k3y-of_a.gateway~0123"

  /// The server with a gateway from a `gateways.json`, and a message that it sent.
  private struct World {
    let gateways: SenderWorld
    let login: LoginWorld
    let folder: Folder
    /// The gateway's id of the message.
    let name: String
    /// The server's id of the message.
    let message: String

    static func start(
      _ form: ReceiptSource.Form, key: String? = ReceiptTests.key
    ) async throws -> World {
      let gateways = try await SenderWorld.start()
      let folder = try Folder()
      let program = try await StandIn.start(
        WebhookTests.Program(answer: .standIn(.noContent, text: "")), clock: gateways.clock)
      var gateway: JSONObject =
        switch form {
        case .aliyun:
          [
            "key_id": .string(gateways.aliyun.service.keyID),
            "secret": .string(gateways.aliyun.service.secret), "sign_name": "演示",
            "base": .string(gateways.aliyun.url), "templates": "SMS_1",
          ]
        case .tencent:
          [
            "key_id": .string(gateways.tencent.service.keyID),
            "secret": .string(gateways.tencent.service.secret), "application": "1400006666",
            "sign_name": "演示", "base": .string(gateways.tencent.url), "templates": "1110",
          ]
        case .webhook:
          ["url": .string(program.url + "/messages"), "secret": "key", "contacts": "phones"]
        }
      gateway["kind"] = .string(form.rawValue)
      gateway["receipt_key"] = key.map(JSONValue.string)
      let file: JSONObject = ["gateways": [.object(gateway)]]
      #expect(
        FileManager.default.createFile(
          atPath: folder.path + "/gateways.json", contents: Data(file.serialized()),
          attributes: [.posixPermissions: 0o600]))
      let sender = try TenantFolder.messages(
        path: folder.path, over: Transports.system, environment: gateways.environment,
        logger: CapturedLog().logger)
      let login = try await LoginWorld.start(messages: sender)
      let sent = try await login.send(.registerMobile, state: try await login.state())
      #expect(sent.status == 200, "\(sent.text)")
      let line = try #require(login.log.lines.last { $0.message == "message_sent" })
      let message = try #require(line.details["message"])
      let name = line.details["gateway"] ?? ""
      withExtendedLifetime(program) {}
      return World(
        gateways: gateways, login: login, folder: folder, name: name.isEmpty ? message : name,
        message: message)
    }

    func post(
      _ body: String, key: String = ReceiptTests.key
    ) async throws -> (status: Int, text: String) {
      let response = try await login.server.send(
        .post, "/api/v1/receipts/" + key, Data(body.utf8), ["Content-Type": "application/json"])
      return (response.head.status.code, String(decoding: response.body, as: UTF8.self))
    }

    /// The events about deliveries.
    var events: [CapturedLog.Line] {
      login.log.lines.filter {
        ["message_delivered", "message_undelivered"].contains($0.message)
      }
    }
  }

  /// A report in the form of a gateway, as its service documents it.
  private static func report(
    _ form: ReceiptSource.Form, _ name: String, _ isDelivered: Bool, _ reason: String
  ) -> String {
    switch form {
    case .aliyun:
      """
      {"phone_number": "13800000000", "send_time": "2017-01-01 00:00:00", "report_time": "2017-01-01 00:00:00",
       "success": \(isDelivered), "err_code": "\(reason)", "err_msg": "13800000000 ...", "sms_size": "1",
       "biz_id": "\(name)", "out_id": "67890"}
      """
    case .tencent:
      """
      {"user_receive_time": "2015-10-17 08:03:04", "nationcode": "86", "mobile": "13800000000",
       "report_status": "\(isDelivered ? "SUCCESS" : "FAIL")", "errmsg": "\(reason)",
       "description": "13800000000 ...", "sid": "\(name)"}
      """
    case .webhook: #"{"id": "\#(name)", "delivered": \#(isDelivered), "reason": "\#(reason)"}"#
    }
  }

  static let forms: [Case<(ReceiptSource.Form, String)>] = [
    Case("Alibaba Cloud", (.aliyun, #"{"code":0,"msg":"OK"}"#)),
    Case("Tencent Cloud", (.tencent, #"{"result":0,"errmsg":"OK"}"#)),
    Case("a program of the operator", (.webhook, "{}")),
  ]

  @Test(
    "is matched to its message and recorded once, with the reason and without the number",
    arguments: forms)
  func matched(_ row: Case<(ReceiptSource.Form, String)>) async throws {
    let (form, answer) = row.value
    let world = try await World.start(form)
    let failed = Self.report(form, world.name, false, "MK:0001")
    // A list can have several reports, and gateways repeat reports even after a response.
    let list = "[\(Self.report(form, "another", true, "x")), \(failed), \(failed)]"
    for _ in 0..<2 {
      let response = try await world.post(list)
      #expect(response.status == 200 && response.text == answer)
    }
    let event = try #require(world.events.first)
    #expect(world.events.count == 1 && event.message == "message_undelivered")
    #expect(
      event.details == [
        "gateway": form.rawValue, "message": world.message, "reason": "MK:0001", "client": "app",
        "type": "REGISTER_SMS",
      ])
    _ = try await world.post("[\(Self.report(form, world.name, true, "DELIVRD"))]")
    #expect(world.events.map(\.message) == ["message_undelivered", "message_delivered"])
    #expect(!world.login.log.all.contains { $0.contains("13800000000") })
  }

  @Test("of an unknown message is answered like one of a known message", arguments: forms)
  func unknown(_ row: Case<(ReceiptSource.Form, String)>) async throws {
    let world = try await World.start(row.value.0)
    let known = try await world.post("[\(Self.report(row.value.0, world.name, true, "x"))]")
    let unknown = try await world.post("[\(Self.report(row.value.0, "unknown", true, "x"))]")
    #expect(known == unknown && unknown.text == row.value.1)
    #expect(world.events.count == 1)
  }

  @Test("of a message of more than three days ago counts as of an unknown one")
  func old() async throws {
    let world = try await World.start(.tencent)
    world.login.server.clock.advance(by: .seconds(3 * 86_400 - 1))
    _ = try await world.post("[\(Self.report(.tencent, world.name, true, "x"))]")
    #expect(world.events.count == 1)
    world.login.server.clock.advance(by: .seconds(1))
    let late = try await world.post("[\(Self.report(.tencent, world.name, false, "x"))]")
    #expect(late.status == 200 && world.events.count == 1)
  }

  static let keys: [Case<String>] = [
    Case("another one", "k3y-of_a.gateway~0124"), Case("a shorter one", "k3y-of_a.gateway~012"),
    Case("a longer one", "k3y-of_a.gateway~01234"), Case("none", ""),
    Case("with a query", "?k3y-of_a.gateway~0123"), Case("escaped", "k3y%2Dof_a.gateway~0123"),
    Case("with a folder", "x/../k3y-of_a.gateway~0123"),
  ]

  @Test("to an address with another key gets 404", arguments: keys)
  func wrongKey(_ row: Case<String>) async throws {
    let world = try await World.start(.aliyun)
    let report = "[\(Self.report(.aliyun, world.name, true, "x"))]"
    let response = try await world.post(report, key: row.value)
    #expect(response.status == 404 && response.text.contains("Not found."))
    #expect(world.events.isEmpty)
  }

  @Test("gets 404 where no gateway has a key, and no message is remembered for it")
  func closed() async throws {
    let world = try await World.start(.aliyun, key: nil)
    for key in ["", Self.key] {
      let response = try await world.post(
        "[\(Self.report(.aliyun, world.name, true, "x"))]", key: key)
      #expect(response.status == 404)
    }
    #expect(world.events.isEmpty)
  }

  static let bodies: [Case<String>] = [
    Case("nothing", ""), Case("an object", "{}"), Case("a text", "\"x\""),
    Case("half a list", "[{"),
    Case("two values", "[], \"x\": 1"), Case("a member more", "[]} , {"),
    Case("501 reports", "[" + Array(repeating: "{}", count: 501).joined(separator: ",") + "]"),
  ]

  @Test("that is not a list is refused in the gateway's form", arguments: bodies)
  func unreadable(_ row: Case<String>) async throws {
    let world = try await World.start(.tencent)
    let response = try await world.post(row.value)
    #expect(response.status == 400 && response.text == #"{"result":1,"errmsg":"error"}"#)
  }

  @Test("of more than 64 KiB is not read")
  func large() async throws {
    let world = try await World.start(.aliyun)
    let padding = String(repeating: " ", count: 64 << 10)
    let response = try await world.post(
      "[\(Self.report(.aliyun, world.name, true, "x"))\(padding)]")
    #expect(response.status == 413 && world.events.isEmpty)
  }

  @Test(
    "has a reason of one word; what could be a number or a line of a log is left out",
    arguments: [
      ("UNDELIV", "UNDELIV"), ("IC:0151", "IC:0151"), ("", "unnamed"),
      ("13800000000", "unnamed"), ("to-8613800000000", "unnamed"), ("a b", "unnamed"),
      ("x\\nfake: 1", "unnamed"), (String(repeating: "x", count: 65), "unnamed"),
    ])
  func reason(_ sent: String, _ logged: String) async throws {
    let world = try await World.start(.aliyun)
    _ = try await world.post("[\(Self.report(.aliyun, world.name, false, sent))]")
    #expect(world.events.map { $0.details["reason"] } == [logged])
  }

  @Test("that is invalid is skipped, and the others of its list are recorded")
  func odd() async throws {
    let world = try await World.start(.aliyun)
    let good = Self.report(.aliyun, world.name, true, "x")
    let response = try await world.post(
      #"[1, null, {}, {"biz_id": 7, "success": true}, {"biz_id": "x", "success": "true"}, "# + good
        + "]")
    #expect(response.status == 200 && world.events.count == 1)
  }
}
