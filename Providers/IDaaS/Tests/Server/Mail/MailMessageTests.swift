// SPDX-License-Identifier: Apache-2.0
import TestKit

@testable import CoatcheckSMTP

@Suite("An e-mail")
struct MailMessageTests {
  private static func message(
    to recipient: String = "a@example.com", from sender: String = "noreply@shop.example",
    alias: String? = nil, subject: String = "s", text: String = "t", id: String = "m-1"
  ) throws(SMTPFailure) -> MailMessage {
    try MailMessage(
      to: recipient, from: sender, alias: alias, subject: subject, text: text, id: id,
      date: TestClock.start)
  }

  static let addresses: [Case<String>] = [
    Case("a line break and a command", "a@example.com>\r\nRCPT TO:<b@example.com"),
    Case("a line feed", "a@example.com\nBcc: b@example.com"),
    Case("a NUL", "a\0@example.com"),
    Case("an angle bracket", "a@example.com>"),
    Case("a parameter", "a@example.com> SIZE=1"),
    Case("two addresses", "a@example.com,b@example.com"),
    Case("two at signs", "a@b@example.com"),
    Case("a quoted part", "\"a b\"@example.com"),
    Case("letters of another script", "ü@example.com"),
    Case("a host of another script", "a@例.example"),
    Case("a source route", "@relay.example:a@example.com"),
    Case("nothing before the at sign", "@example.com"),
    Case("an empty label", "a@example..com"),
    Case("255 characters", "a@" + String(repeating: "a.", count: 126) + "b"),
  ]

  @Test("is refused with an address that is not one", arguments: addresses)
  func address(_ row: Case<String>) {
    let failure = SMTPFailure(.writing, .address)
    #expect(throws: failure) { try Self.message(to: row.value) }
    #expect(throws: failure) { try Self.message(from: row.value) }
    #expect(!String(describing: failure).contains("example"))
  }

  static let texts: [Case<String>] = [
    Case("CRLF", "Hello\r\nBcc: b@example.com"), Case("a line feed", "Hello\nBcc: x"),
    Case("a carriage return", "Hello\rBcc: x"), Case("a NUL", "Hello\0"),
    Case("an escape", "Hello\u{1B}[2J"), Case("a next line", "Hello\u{85}x"),
    Case("a line separator", "Hello\u{2028}x"),
  ]

  @Test("is refused with a control character in its subject or name", arguments: texts)
  func header(_ row: Case<String>) {
    let failure = SMTPFailure(.writing, .header)
    #expect(throws: failure) { try Self.message(subject: row.value) }
    #expect(throws: failure) { try Self.message(alias: row.value) }
  }

  @Test(
    "has a subject as it is, or in encoded words on lines of 76 characters that break no character",
    arguments: [
      Case("plain", ("Your code", "Your code")),
      Case(
        "what looks like an encoded word",
        ("=?utf-8?B?eA==?=", "=?utf-8?B?PT91dGYtOD9CP2VBPT0/PQ==?=")),
      Case("one character", ("码", "=?utf-8?B?56CB?=")),
      Case(
        "fourteen characters of three bytes",
        (
          String(repeating: "码", count: 14),
          "=?utf-8?B?\(String(repeating: "56CB", count: 13))?=\r\n =?utf-8?B?56CB?="
        )),
    ])
  func subject(_ row: Case<(String, String)>) throws {
    #expect(
      try Self.message(subject: row.value.0).content.contains(
        "\r\nSubject: \(row.value.1)\r\nAuto-Submitted"))
  }

  @Test(
    "has a body in lines of 76 characters",
    arguments: [
      Case("plain", ("a = b", "a =3D b")), Case("a space at the end", ("a \nb", "a=20\r\nb")),
      Case("line breaks of all kinds", ("a\r\nb\rc\nd", "a\r\nb\r\nc\r\nd")),
      Case("another script", ("码", "=E7=A0=81")),
      Case(
        "76 characters",
        (
          String(repeating: "a", count: 76),
          String(repeating: "a", count: 75) + "=\r\na"
        )),
      Case(
        "an escape at the break",
        (
          String(repeating: "a", count: 73) + "=",
          String(repeating: "a", count: 73) + "=\r\n=3D"
        )),
    ])
  func body(_ row: Case<(String, String)>) throws {
    #expect(try Self.message(text: row.value.0).content.hasSuffix("\r\n\r\n\(row.value.1)\r\n"))
  }

  @Test("is sent with its dots doubled, and ends with the only line of one dot")
  func dots() {
    #expect(MailData.text(".a\r\n.\r\n..b\r\nc.\r\n") == "..a\r\n..\r\n...b\r\nc.\r\n.\r\n")
  }

  @Test(
    "has a date of two digits and English names, whatever the language",
    arguments: [
      (0.0, "Thu, 1 Jan 1970 00:00:00 +0000"), (1_709_210_109, "Thu, 29 Feb 2024 12:35:09 +0000"),
    ])
  func date(_ seconds: Double, _ text: String) {
    #expect(MailDate.text(Date(timeIntervalSince1970: seconds)) == text)
  }

  static let servers: [Case<(SMTPServer, String)>] = {
    var named = SMTPServer(host: "mail.example")
    named.clientName = "a\r\nMAIL FROM:<x@y.example>"
    var open = SMTPServer(host: "127.0.0.1", security: .none)
    open.credentials = .init(username: "u", password: Secret("p"))
    var empty = SMTPServer(host: "mail.example")
    empty.credentials = .init(username: "u\0admin", password: Secret("p"))
    var untrusted = SMTPServer(host: "mail.example")
    untrusted.authorities = "no certificate"
    return [
      Case("another host without TLS", (SMTPServer(host: "mail.example", security: .none), "host")),
      Case("a name without TLS", (SMTPServer(host: "localhost", security: .none), "host")),
      Case(
        "a name that begins like loopback",
        (SMTPServer(host: "127.0.0.1.example", security: .none), "host")),
      Case("a password without TLS", (open, "credentials")),
      Case("a NUL in the user name", (empty, "credentials")),
      Case("a line break in the own name", (named, "name")),
      Case("authorities that are not certificates", (untrusted, "authorities")),
    ]
  }()

  @Test("is not sent to a server with an invalid configuration", arguments: servers)
  func misused(_ row: Case<(SMTPServer, String)>) {
    let error = #expect(throws: OAuthError.self) { try SMTPClient(row.value.0) }
    #expect(error?.outcome == .misused && error?.parameter == row.value.1)
  }

  @Test("is sent to the default port of each kind of security")
  func ports() {
    #expect(
      SMTPServer.Security.allCases.map { SMTPServer(host: "mail.example", security: $0).port }
        == [465, 587, 25])
  }
}
