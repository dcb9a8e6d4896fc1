// SPDX-License-Identifier: Apache-2.0
import TestKit

extension DaemonTests {
  @Suite("coatcheckd with a configuration file", .timeLimit(.minutes(10)))
  struct ConfigurationProcessTests {
    private static func run(
      _ words: [String], _ environment: [String: String] = [:]
    ) async throws -> (output: String, status: Int32) {
      try await ChildProcess(
        BuiltProgram.path("coatcheckd"), words, environment: environment
      ).end()
    }

    private static func write(_ folder: Folder, _ text: String) throws {
      // Whole or not at all, as an editor does.
      try Data(text.utf8).write(
        to: URL(filePath: folder.path + "/coatcheckd.json"), options: .atomic)
    }

    private static func lifetime(_ daemon: Daemon) async throws -> Int? {
      try await Visitor(daemon.origin).batch().json["expires_in"]?.intValue
    }

    @Test("serves by the file, the environment and the flags, and follows the file on SIGHUP")
    func reload() async throws {
      let folder = try Folder()
      try folder.write("seed.json", Array(Visitor.clients.utf8))
      try Self.write(
        folder,
        #"""
        {"seed": "seed.json", "port": 1, "issuer": "https://file.example", "noProxy": true, "logFormat": "text",
         "accessTokenLifetime": 100, "logLevel": "warning"}
        """#)
      let file = folder.path + "/coatcheckd.json"
      let daemon = try await Daemon(
        in: folder, ["--config", file, "--log-format", "json"],
        environment: [
          "COATCHECKD_ISSUER": "https://variable.example", "COATCHECKD_LOG_LEVEL": "info",
        ])
      defer { daemon.stop() }
      let visitor = Visitor(daemon.origin)
      let metadata = try await visitor.get("/.well-known/openid-configuration")
      #expect(metadata["issuer"] == "https://variable.example")
      #expect(try await Self.lifetime(daemon) == 100)

      try folder.write(
        "seed.json",
        Array(
          Visitor.clients.replacingOccurrences(of: #""id": "batch""#, with: #""id": "night""#).utf8)
      )
      try Self.write(
        folder,
        #"{"seed": "seed.json", "port": 2, "issuer": "https://new.example", "noProxy": true, "accessTokenLifetime": 200}"#
      )
      daemon.child.send(SIGHUP)
      _ = try await daemon.child.line { $0.contains("the configuration was read again") }
      #expect(try await Self.lifetime(daemon) == 200)
      let night = try await visitor.token(
        ["grant_type": "client_credentials"],
        authorization: "Basic "
          + Data("night:\(Visitor.batchSecret)".utf8).base64EncodedString())
      #expect(night.status == 200)
      let changes = daemon.child.output.split(separator: "\n").filter { $0.contains("a setting") }
      #expect(changes.count == 1, "\(changes)")
      #expect(changes.first?.contains(#""setting":"accessTokenLifetime""#) == true)
      #expect(changes.first?.contains(#""from":"100""#) == true)
      // The flag and the variable still count more than what the file says now.
      let same = try await visitor.get("/.well-known/openid-configuration")
      #expect(same["issuer"] == "https://variable.example")

      try Self.write(folder, "{\n\"accessTokenLifetime\": \"long\"}")
      daemon.child.send(SIGHUP)
      let refusal = try await daemon.child.line { $0.contains("nothing changed") }
      #expect(refusal.contains(#""level":"error""#))
      #expect(
        refusal.contains("coatcheckd.json:2: accessTokenLifetime: must be a number from 1 to"))
      #expect(try await Self.lifetime(daemon) == 200)
      daemon.child.stop()
      #expect(daemon.child.exit == 0)
    }

    @Test("can be checked: 0 where a server would start, and otherwise 1 with all that is wrong")
    func check() async throws {
      let folder = try Folder()
      let file = folder.path + "/coatcheckd.json"
      try Self.write(folder, #"{"database": "d.sqlite", "accessTokenLifetime": 100}"#)
      let good = try await Self.run(["config", "check", "--config", file])
      #expect(good.status == 0 && good.output == "the configuration can be used\n")
      #expect(try folder.names() == ["coatcheckd.json"])

      try Self.write(folder, "{\"database\": \"d.sqlite\",\n\"prot\": 1,\n\"logFormat\": \"xml\"}")
      let bad = try await Self.run(["config", "check"], ["COATCHECKD_CONFIG": file])
      let said = [
        "\(file):2: prot: is not a known member; perhaps port is meant",
        "\(file):3: logFormat: must be text or json",
      ]
      #expect(bad.status == 1 && bad.output == said.joined(separator: "\n") + "\n")
      // A server says the same, and does not start.
      let server = try await Self.run(["serve", "--config", file])
      #expect(server.status == 1)
      #expect(
        server.output.contains("coatcheckd: error: \(file):3: logFormat: must be text or json"))

      // Problems that otherwise only the start would show.
      try folder.write("d.sqlite", [])
      try folder.write(
        "seed.json", Array(#"{"users": [{"username": "a", "password": ""}]}"#.utf8))
      try Self.write(
        folder,
        "{\"database\": \"d.sqlite\",\n\"issuer\": \"http://id.example\",\n\"tenant\": \".\",\n\"seed\": \"seed.json\"}"
      )
      let late = try await Self.run(["config", "check", "--config", file])
      let lines = late.output.split(separator: "\n").map(String.init)
      #expect(late.status == 1 && lines.count == 4, "\(late.output)")
      for (line, start) in zip(
        lines,
        [
          "\(file):2: issuer: The issuer must be an https URL", "keyFile: the database holds",
          "\(file):4: seed: users[0]: ", "\(file):3: tenant: tenant.json is missing",
        ])
      {
        #expect(line.hasPrefix(start), "\(line)")
      }
      let unusable = try await Self.run(["config", "check", "--prot", "1"])
      #expect(unusable.status == 64)
    }

    @Test("is shown with the source of each value, and without secrets")
    func show() async throws {
      let folder = try Folder()
      let file = folder.path + "/coatcheckd.json"
      let token = "0123456789-0123456789-0123456789"
      try Self.write(
        folder,
        """
        {"database": "d.sqlite", "codeLifetime": 30,
         "registration": {"access": "tokens",
           "tokens": [{"token": "\(token)", "expires": "2199-01-31T00:00:00Z"}]}}
        """)
      let words = ["config", "show", "--config", file, "--port", "0"]
      let environment = ["COATCHECKD_GRACE": "20"]
      let (text, status) = try await Self.run(words, environment)
      #expect(status == 0 && !text.contains(token))
      let lines = text.split(separator: "\n").map(String.init)
      for line in [
        "port\t0\t--port", "host\t127.0.0.1\tdefault", "issuer\t-\tdefault",
        "grace\t20\tCOATCHECKD_GRACE", "codeLifetime\t30\t\(file):1",
        "database\t\(folder.path)/d.sqlite\t\(file):1",
      ] {
        #expect(lines.contains(line), "\(line)")
      }
      let json = try await Self.run(words + ["--json"], environment)
      #expect(json.status == 0 && !json.output.contains(token))
      let object = try JSONObject(parsing: Array(json.output.utf8))
      #expect(object.count == lines.count)
      #expect(object["port"] == ["value": 0, "source": "flag", "place": "--port"])
      #expect(object["host"] == ["value": "127.0.0.1", "source": "default"])
      #expect(
        object["grace"] == ["value": 20, "source": "environment", "place": "COATCHECKD_GRACE"])
      let registration = object["registration"]?.objectValue
      #expect(registration?["place"] == .string("\(file):2"))
      #expect(
        registration?["value"]?.objectValue?["tokens"]?.arrayValue?.first?.objectValue?["token"]
          == "(secret)")
    }
  }
}
