// SPDX-License-Identifier: Apache-2.0
import CoatcheckSMTP
import TestKit

@testable import CoatcheckIDaaSServer

@Suite("A mail server that misbehaves", .timeLimit(.minutes(5)))
struct HostileMailServerTests {
  typealias Script = [ScriptedMailServer.Step]

  /// The script of the server, the failure of the message, and the beginning of the logged reason.
  static let rows: [Case<(Script, SendingFailure, String)>] = [
    Case("no greeting", ([.close], .transient, "greeting: the server closed")),
    Case("busy", ([.say("421 4.3.2 Later\r\n")], .transient, "greeting: 421 4.3.2")),
    Case("a server that accepts no mail", ([.say("554 No\r\n")], .transient, "greeting: 554")),
    Case(
      "a line without an end",
      (
        [.say("220 " + String(repeating: "x", count: 70_000))], .transient,
        "greeting: the server sent"
      )
    ),
    Case(
      "a reply without an end",
      (
        [.say(String(repeating: "220-x\r\n", count: 9_000))], .transient,
        "greeting: the server sent"
      )),
    Case(
      "another protocol",
      ([.say("HTTP/1.1 200 OK\r\n\r\n")], .transient, "greeting: the server sent")),
    Case("a bare line feed", ([.say("220 hello\n")], .transient, "greeting: the server sent")),
    Case(
      "two codes in one reply",
      ([.say("220-a\r\n250 b\r\n")], .transient, "greeting: the server sent")),
    Case(
      "a reply that no command asked for",
      ([.say("220 a\r\n250 b\r\n")], .transient, "greeting: the server sent")),
    Case(
      "no EHLO",
      (
        [.say("220 a\r\n"), .hear("EHLO"), .say("502 5.5.2 What\r\n")], .transient,
        "EHLO: 502 5.5.2"
      )),
    Case("a deferred sender", (.upTo("MAIL FROM:", "451 4.3.0 x"), .transient, "MAIL: 451 4.3.0")),
    Case("no such sender", (.upTo("MAIL FROM:", "553 x"), .templateRejected, "MAIL: 553")),
    Case("greylisting", (.upTo("RCPT TO:", "450 4.7.1 x"), .transient, "RCPT: 450 4.7.1")),
    Case(
      "no such recipient", (.upTo("RCPT TO:", "550 a@example.com"), .invalidContact, "RCPT: 550")),
    Case(
      "a policy about recipients",
      (.upTo("RCPT TO:", "550 5.7.1 x"), .templateRejected, "RCPT: 550 5.7.1")),
    Case("no data", (.upTo("DATA", "554 x"), .templateRejected, "DATA: 554")),
    Case("a 250 in place of 354", (.upTo("DATA", "250 x"), .transient, "DATA: the server sent")),
    Case(
      "deferred content", (.upTo(".", "452 4.3.1 x"), .transient, "content: 452 4.3.1")),
    Case(
      "content refused", (.upTo(".", "554 5.6.0 x"), .templateRejected, "content: 554 5.6.0")),
    Case(
      "closed after the content", (.upTo(".", ""), .unknownOutcome, "content: the server closed")),
    Case(
      "nonsense after the content",
      (.upTo(".", "banana"), .unknownOutcome, "content: the server sent")),
  ]

  @Test("makes a message fail by a reason that is logged", arguments: rows)
  func fails(_ row: Case<(Script, SendingFailure, String)>) async throws {
    let server = try await ScriptedMailServer(row.value.0)
    let world = try MailWorld()
    let sender = try world.sender(.none, port: server.port)
    #expect(await sender.failure(of: SenderWorld.mail()) == row.value.1)
    #expect(world.reason?.hasPrefix(row.value.2) == true, "\(world.reason ?? "")")
    #expect(!world.log.all.contains { $0.contains("a@example.com") })
  }

  private static let go: Script = .hello("STARTTLS") + [.hear("STARTTLS")]
  private static let inside: Script =
    go + [.say("220 go\r\n"), .secure, .hear("EHLO "), .say("250-x\r\n250 AUTH PLAIN\r\n")]

  /// The script of the server about TLS, and the beginning of the logged reason.
  static let tlsRows: [Case<(Script, String)>] = [
    Case(
      "STARTTLS is taken out of its reply",
      (.hello("AUTH PLAIN LOGIN", "8BITMIME"), "STARTTLS: the server does not offer TLS")),
    Case("it refuses STARTTLS", (go + [.say("454 4.7.0 Later\r\n")], "STARTTLS: 454 4.7.0")),
    Case(
      "replies are put behind its reply to STARTTLS",
      (
        go + [.say("220 go\r\n250-mail.example\r\n250 AUTH PLAIN\r\n"), .secure],
        "STARTTLS: the server sent what is no reply"
      )),
    Case(
      "a part of a reply is put there",
      (go + [.say("220 go\r\n250-mail"), .secure], "STARTTLS: the server sent what is no reply")),
    Case(
      "it goes on in plain text",
      (
        go + [.say("220 go\r\n"), .hear(""), .say("250 mail.example\r\n")],
        "handshake: "
      )),
    Case(
      "it forgets AUTH inside of TLS",
      (
        .hello("STARTTLS", "AUTH PLAIN")
          + [
            .hear("STARTTLS"), .say("220 go\r\n"), .secure, .hear("EHLO "), .say("250 x\r\n"),
          ], "AUTH: the server offers neither PLAIN nor LOGIN"
      )),
    Case(
      "it refuses the account, and repeats what was sent",
      (
        inside + [.hear("AUTH PLAIN "), .say("535 5.7.8 \(ForeignMailServer.password)\r\n")],
        "AUTH: 535 5.7.8"
      )),
  ]

  @Test("about TLS gets no message", arguments: tlsRows)
  func starts(_ row: Case<(Script, String)>) async throws {
    let certificates = try Certificates()
    let server = try await ScriptedMailServer(row.value.0, certificates)
    let world = try MailWorld(certificates)
    let sender = try world.sender(.startTLS, port: server.port)
    #expect(await sender.failure(of: SenderWorld.mail()) == .transient)
    #expect(world.reason?.hasPrefix(row.value.1) == true, "\(world.reason ?? "")")
    #expect(!world.log.all.contains { $0.contains("correct horse") })
    #expect(!server.lines.contains { $0.hasPrefix("MAIL") || $0.hasPrefix("DATA") })
    if !row.value.1.hasPrefix("AUTH: 535") {
      #expect(!server.lines.contains { $0.hasPrefix("AUTH") })
    }
  }

  @Test("that is unreachable is a reason to try another gateway")
  func absent() async throws {
    let port = try await ScriptedMailServer([.close]).port
    let world = try MailWorld()
    #expect(
      await (try world.sender(.none, port: port)).failure(of: SenderWorld.mail()) == .transient)
    #expect(world.reason?.hasPrefix("connecting: unreachable: ") == true)
  }

  static let stops: [Case<(Script, String, SendingFailure, String)>] = [
    Case("before the content", (.hello() + [.hear("MAIL")], "MAIL", .transient, "MAIL: ")),
    Case(
      "after it",
      (
        .hello()
          + [
            .hear("MAIL"), .say("250 x\r\n"), .hear("RCPT"), .say("250 x\r\n"), .hear("DATA"),
            .say("354 x\r\n"), .hear("."),
          ], ".", .unknownOutcome, "content: "
      )),
  ]

  @Test("and stops responding is given up at the deadline", arguments: stops)
  func deadline(_ row: Case<(Script, String, SendingFailure, String)>) async throws {
    let server = try await ScriptedMailServer(row.value.0)
    var world = try MailWorld()
    let live = RuntimeEnvironment.live
    // The deadline passes when the server has received the line that it does not respond to.
    world.environment = RuntimeEnvironment(
      now: live.now, random: live.random, sleep: { _ in try await server.hear(row.value.1) })
    let sender = try world.sender(.none, port: server.port)
    #expect(await sender.failure(of: SenderWorld.mail()) == row.value.2)
    #expect(world.reason == row.value.3 + "timed out")
    try await server.closed()
  }

  @Test("is given up when the program cancels the message", arguments: stops)
  func cancelled(_ row: Case<(Script, String, SendingFailure, String)>) async throws {
    let server = try await ScriptedMailServer(row.value.0)
    let world = try MailWorld()
    let sender = try world.sender(.none, port: server.port)
    let task = Task { await sender.failure(of: SenderWorld.mail()) }
    try await server.hear(row.value.1)
    task.cancel()
    #expect(await task.value == row.value.2)
    #expect(world.reason == row.value.3 + "cancelled")
    try await server.closed()
  }

  @Test(
    "gets QUIT after an accepted message and after a refused one",
    arguments: ["250 Ok", "554 No"])
  func quit(_ reply: String) async throws {
    let server = try await ScriptedMailServer(
      .upTo(".", reply) + [.hear("QUIT"), .say("221 Bye\r\n")])
    let world = try MailWorld()
    _ = await (try world.sender(.none, port: server.port)).failure(of: SenderWorld.mail())
    try await server.hear("QUIT")
    try await server.closed()
  }
}
