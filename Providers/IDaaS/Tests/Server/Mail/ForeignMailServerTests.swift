// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckSMTP
import TestKit

@testable import CoatcheckIDaaSServer

@Suite(
  "A mail server of another project", .enabled(if: ForeignMailServer.isInstalled),
  .timeLimit(.minutes(5)))
struct ForeignMailServerTests {
  static let ways: [Case<(SMTPServer.Security, String)>] = [
    Case("TLS from the first byte, PLAIN", (.implicit, "")),
    Case("STARTTLS, PLAIN", (.startTLS, "")),
    Case("STARTTLS, LOGIN", (.startTLS, "PLAIN")),
    Case("loopback without TLS", (.none, "")),
  ]

  @Test("takes a message over each kind of connection", arguments: ways)
  func takes(_ way: Case<(SMTPServer.Security, String)>) async throws {
    let certificates = try Certificates()
    let server = try await ForeignMailServer(
      way.value.0, certificates, without: way.value.1)
    defer { server.stop() }
    let world = try MailWorld(certificates)
    let sender = try world.sender(way.value.0, port: server.port)
    let name = try await sender.send(SenderWorld.mail())
    let message = try #require(server.messages.first)
    #expect(message["tls"]?.boolValue == (way.value.0 != .none))
    #expect(message["from"] == "noreply@shop.example" && message["to"] == ["a@example.com"])
    #expect(message["hello"] == "[127.0.0.1]")
    #expect(message["fields"]?.objectValue?["message-id"]?.stringValue == "<\(name)>")
    #expect(message["body"]?.stringValue?.contains("012345") == true)
    #expect(server.messages.count == 1 && world.reason == nil)
  }

  @Test("reads the date, the names and the words as they were meant, in lines of ASCII")
  func message() async throws {
    let certificates = try Certificates()
    let server = try await ForeignMailServer(.none, certificates)
    defer { server.stop() }
    var world = try MailWorld(certificates)
    let live = RuntimeEnvironment.live
    world.environment = RuntimeEnvironment(
      now: { TestClock.start }, random: live.random, sleep: live.sleep)
    let sender = try world.sender(
      .none, port: server.port,
      [
        "alias": "演示商店 \"客服\"", "name": "tenant.example",
        "subjects": ["zh-CN": "【{application}】验证码，请在{minutes}分钟内使用，不要转发给任何人，也不要回复这封邮件"],
        "texts": [
          "REGISTER_EMS": ["zh-CN": "您的验证码：{code}\n.\n..两个点\n行尾空格 \n{application} = {minutes}"]
        ],
        "notice_subjects": ["LINKED": "Linked = ?"],
        "notice_texts": ["LINKED": ["en": "{provider} at {application}"]],
      ])
    let code = OutgoingMessage(
      to: .email("a+b@example.com"), country: nil, type: .registerEmail, language: "zh-CN",
      application: "{code}商店", code: "012345", minutes: 5, id: "m-1")
    #expect(try await sender.send(code) == "m-1@shop.example")
    let notice = AccountNotice(
      .linked(provider: "weibo"), to: .email("a@example.com"), language: "en", application: "Demo",
      id: "n-1")
    #expect(try await sender.tell(notice) == "n-1@shop.example")
    let taken = server.messages
    try #require(taken.count == 2)
    let fields = try #require(taken[0]["fields"]?.objectValue)
    // A value that looks like a placeholder is not filled in.
    #expect(fields["subject"] == "【{code}商店】验证码，请在5分钟内使用，不要转发给任何人，也不要回复这封邮件")
    #expect(taken[0]["sender"] == "演示商店 \"客服\"")
    #expect(taken[0]["date"] == "2023-11-14T22:13:20+00:00")
    #expect(taken[0]["hello"] == "tenant.example")
    #expect(
      taken[0]["body"]?.stringValue == "您的验证码：012345\n.\n..两个点\n行尾空格 \n{code}商店 = 5\n")
    #expect(taken[0]["defects"] == [] && taken[0]["type"] == "text/plain")
    #expect(
      taken[0]["names"]?.arrayValue?.compactMap(\.stringValue) == [
        "Date", "From", "To", "Message-ID", "Subject", "Auto-Submitted", "MIME-Version",
        "Content-Type", "Content-Transfer-Encoding",
      ])
    let lines = taken[0]["raw"]?.stringValue?.components(separatedBy: "\r\n") ?? []
    #expect(lines.allSatisfy { $0.utf8.count <= 76 })
    #expect(taken[1]["fields"]?.objectValue?["subject"] == "Linked = ?")
    #expect(taken[1]["body"] == "Weibo at Demo\n")
  }

  @Test("has its own words where the operator has none, and the code is not in the subject")
  func ownWords() async throws {
    let certificates = try Certificates()
    let server = try await ForeignMailServer(.none, certificates)
    defer { server.stop() }
    let sender = try MailWorld(certificates).sender(.none, port: server.port)
    let message = SenderWorld.mail()
    _ = try await sender.send(message)
    let taken = try #require(server.messages.first)
    let subject = taken["fields"]?.objectValue?["subject"]?.stringValue
    #expect(subject == MessageText(message).subject && subject?.contains("012345") == false)
    #expect(taken["body"]?.stringValue == MessageText(message).short() + "\n")
  }

  static let refusals: [Case<(String, SendingFailure, String)>] = [
    Case("an unknown mailbox", ("unknown", .invalidContact, "RCPT: 550 5.1.1")),
    Case("a full mailbox", ("full", .transient, "RCPT: 452 4.2.2")),
    Case("a policy", ("blocked", .templateRejected, "RCPT: 550 5.7.1")),
  ]

  @Test("refuses a recipient, and the reason is logged without the address", arguments: refusals)
  func refuses(_ row: Case<(String, SendingFailure, String)>) async throws {
    let certificates = try Certificates()
    let server = try await ForeignMailServer(.startTLS, certificates)
    defer { server.stop() }
    let world = try MailWorld(certificates)
    let sender = try world.sender(.startTLS, port: server.port)
    #expect(
      await sender.failure(of: SenderWorld.mail(to: "\(row.value.0)@example.com")) == row.value.1)
    #expect(world.reason == row.value.2)
    #expect(!world.log.all.contains { $0.contains("@example.com") })
    #expect(server.messages.isEmpty)
  }

  static let certificates: [Case<(host: String, names: String, isTrusted: Bool)>] = [
    Case("a certificate of another authority", ("127.0.0.1", "IP:127.0.0.1", false)),
    Case("a certificate of another address", ("127.0.0.1", "IP:127.0.0.9", true)),
    Case("a certificate of another name", ("localhost", "DNS:mail.example", true)),
    Case(
      "a certificate of the address, where a name was configured",
      ("localhost", "IP:127.0.0.1,DNS:mail.example", true)),
  ]

  @Test(
    "gets no message and no password with the wrong certificate", arguments: certificates,
    [SMTPServer.Security.implicit, .startTLS])
  func certificate(
    _ row: Case<(host: String, names: String, isTrusted: Bool)>, _ security: SMTPServer.Security
  ) async throws {
    let certificates = try Certificates()
    try certificates.certificate("other", key: "a", names: row.value.names)
    let server = try await ForeignMailServer(security, certificates, certificate: "other")
    defer { server.stop() }
    let world = try MailWorld(certificates)
    let sender = try world.sender(
      security, port: server.port,
      [
        "host": .string(row.value.host),
        "authorities_file": row.value.isTrusted ? "other.pem" : "server.pem",
      ])
    #expect(await sender.failure(of: SenderWorld.mail()) == .transient)
    #expect(world.reason?.hasPrefix("handshake: not trusted: ") == true, "\(world.reason ?? "")")
    #expect(server.messages.isEmpty)
  }

  @Test("refuses a wrong password, which stands in no log")
  func password() async throws {
    let certificates = try Certificates()
    let server = try await ForeignMailServer(.implicit, certificates)
    defer { server.stop() }
    let world = try MailWorld(certificates)
    try world.write("wrong.secret", "tr0ub4dor")
    let sender = try world.sender(
      .implicit, port: server.port, ["secret_file": "wrong.secret"])
    #expect(await sender.failure(of: SenderWorld.mail()) == .transient)
    #expect(world.reason == "AUTH: 535 5.7.8")
    let encoded = Data("\0\(ForeignMailServer.username)\0tr0ub4dor".utf8).base64EncodedString()
    #expect(!world.log.all.contains { $0.contains("tr0ub4dor") || $0.contains(encoded) })
    #expect(server.messages.isEmpty)
  }

  @Test("that offers no known mechanism gets no message")
  func mechanisms() async throws {
    let certificates = try Certificates()
    let server = try await ForeignMailServer(.startTLS, certificates, without: "PLAIN LOGIN")
    defer { server.stop() }
    let world = try MailWorld(certificates)
    let sender = try world.sender(.startTLS, port: server.port)
    #expect(await sender.failure(of: SenderWorld.mail()) == .transient)
    #expect(world.reason == "AUTH: the server offers neither PLAIN nor LOGIN")
  }
}
