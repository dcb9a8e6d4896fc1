// SPDX-License-Identifier: Apache-2.0
import TestKit

extension DaemonTests {
  @Suite("what coatcheckd logs", .timeLimit(.minutes(10)))
  struct LogTests {
    /// Texts that try to inject a line, a field or a control sequence into the log.
    private static let names = [
      "a\nlevel=error msg=forged", "a\r\n2026-01-01T00:00:00Z error forged",
      "a\",\"level\":\"error",
      "\u{1B}[31mred\u{1B}]0;title\u{7}", "a\u{9B}2J", "a\u{2028}b\u{85}c", "a\u{202E}b", "x=y z",
    ]

    /// Sends each of them wherever a peer can send text.
    private static func send(to daemon: Daemon) async throws {
      let visitor = Visitor(daemon.origin)
      for name in names {
        _ = try await visitor.signIn(name, "wrong")
        let basic = Data("\(name):x".utf8).base64EncodedString()
        _ = try await visitor.token(
          ["grant_type": "client_credentials"], authorization: "Basic \(basic)")
        _ = try await visitor.token([
          "grant_type": "refresh_token", "client_id": name, "refresh_token": name,
        ])
        _ = try await visitor.token(["grant_type": name, "client_id": "app", "scope": name])
        let query = Parameters([
          ("client_id", name), ("response_type", name), ("redirect_uri", name), ("state", name),
        ])
        _ = try await visitor.get("/authorize?\(query.encoded)")
        _ = try await visitor.send(.post, "/revoke", [:], "token=\(name)")
      }
    }

    private static func lines(of daemon: Daemon) -> [String] {
      daemon.child.stop()
      return daemon.child.output.split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init).filter { !$0.isEmpty && !$0.hasPrefix("coatcheckd: ") }
    }

    // attack: M-07
    @Test("each event is one JSON object on one line, whatever was typed")
    func json() async throws {
      let folder = try Folder()
      let daemon = try await Daemon(
        in: folder, seed: Visitor.seed, ["--log-format", "json", "--log-level", "trace"])
      defer { daemon.stop() }
      try await Self.send(to: daemon)
      let lines = Self.lines(of: daemon)
      #expect(lines.count > Self.names.count)
      for line in lines {
        let object = try JSONObject(parsing: Array(line.utf8))
        #expect(object["time"]?.stringValue?.hasSuffix("Z") == true)
        #expect(object["message"]?.stringValue?.isEmpty == false)
        #expect(object["level"]?.stringValue != "error")
        #expect(line.unicodeScalars.allSatisfy { !$0.isControl }, "\(line)")
      }
    }

    // attack: M-07
    @Test("as text, each event is one line, and each value is one field")
    func text() async throws {
      let folder = try Folder()
      let daemon = try await Daemon(in: folder, seed: Visitor.seed, ["--log-level", "trace"])
      defer { daemon.stop() }
      try await Self.send(to: daemon)
      let lines = Self.lines(of: daemon)
      #expect(lines.count > Self.names.count)
      let form =
        /[0-9-]{10}T[0-9:]{8}Z (trace|debug|info|notice|warning) [^="]*( [a-z_.]+=([^"= ]+|"([^"\\]|\\.)*"))*/
      for line in lines {
        #expect(line.wholeMatch(of: form) != nil, "\(line)")
        #expect(line.unicodeScalars.allSatisfy { !$0.isControl }, "\(line)")
      }
    }

    // attack: M-08
    @Test(
      "no secret of any request is in the log, even at the level trace",
      arguments: ["text", "json"])
    func secrets(_ form: String) async throws {
      let folder = try Folder()
      let daemon = try await Daemon(
        in: folder, seed: Visitor.seed, ["--log-level", "trace", "--log-format", form])
      defer { daemon.stop() }
      let jar = CookieJar()
      let visitor = Visitor(daemon.origin, cookies: jar)
      var secrets = [Visitor.password, Visitor.batchSecret, Visitor.verifier, "a wrong password"]
      secrets.append(
        String(decoding: try #require(folder.read("d.sqlite.key")).dropLast(), as: UTF8.self))
      #expect(try await visitor.signIn("alice", "a wrong password") == 400)
      // Users type passwords into the field for the name.
      #expect(try await visitor.signIn("Tr0ub4dor&3", "Tr0ub4dor&3") == 400)
      secrets.append("Tr0ub4dor&3")

      let code = try await visitor.code()
      let first = try await visitor.exchange(code)
      #expect(first.status == 200)
      let replayed = try await visitor.exchange(code + "x")
      #expect(replayed.status == 400)
      let access = try #require(first["access_token"])
      let refresh = try #require(first["refresh_token"])
      secrets += [code, access, refresh, try #require(first["id_token"])]
      let bearer: HTTPFields = [.authorization: "Bearer \(access)"]
      #expect(try await visitor.get("/userinfo", bearer).status == 200)
      #expect(
        try await visitor.get("/userinfo", [.authorization: "Bearer x\(access)"]).status == 401)
      #expect(try await visitor.get("/userinfo?access_token=\(access)").status != 200)
      let second = try await visitor.refresh(refresh)
      secrets += [try #require(second["refresh_token"]), try #require(second["access_token"])]
      #expect(try await visitor.refresh(refresh + "x").status == 400)
      #expect(try await visitor.batch(secret: "a wrong secret").status == 401)
      secrets.append("a wrong secret")
      let machine = try await visitor.batch()
      secrets.append(try #require(machine["access_token"]))
      let type: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
      for path in ["/revoke", "/introspect", "/par", "/device_authorization"] {
        let form: Parameters = [
          "client_id": "app", "token": refresh, "client_secret": "a wrong secret",
          "scope": "openid",
        ]
        _ = try await visitor.send(.post, path, type, form.encoded)
      }
      let cookies = try #require(jar.header(host: "127.0.0.1"))
      secrets += cookies.split(separator: ";").compactMap { $0.split(separator: "=").last }.map(
        String.init)
      #expect(secrets.count > 12)

      daemon.child.stop()
      let output = daemon.child.output
      #expect(output.contains("tokens_issued") && output.contains("login_failed"))
      for secret in secrets {
        for part in [
          secret, secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? secret,
        ] {
          #expect(!output.contains(part))
        }
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether it ends a line, controls a terminal, or changes the direction of the text.
  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
