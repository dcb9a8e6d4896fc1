// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import TestKit

@testable import CoatcheckDaemon

@Suite("The table of settings")
struct SettingTableTests {
  private static let rows = Setting.table.map(\.name)

  /// The other settings that a setting requires.
  private static func company(_ name: String) -> JSONObject {
    switch name {
    case "development": ["tenant": "/tenant"]
    case "issuer": ["noProxy": true]
    case "adminUser": ["admin": true]
    case "proxyProtocol": ["trustedProxy": ["127.0.0.1"]]
    case "tlsCertificate": ["issuer": "https://login.example", "tlsKey": "/live.key"]
    case "tlsKey": ["issuer": "https://login.example", "tlsCertificate": "/live.pem"]
    default: [:]
    }
  }

  /// Checks that a configuration differs from the default in one setting, and in what accompanies it.
  private static func expect(
    _ loaded: LoadedConfiguration, only setting: Setting, _ source: SettingSource
  ) throws {
    let standard = try ServerConfiguration()
    let company = company(setting.name).names + ["database"]
    for other in Setting.table where other.name != setting.name && !company.contains(other.name) {
      #expect(other.mark(loaded.configuration) == other.mark(standard), "\(other.name)")
      #expect(loaded.source(of: other) == .standard)
    }
    #expect(setting.mark(loaded.configuration) != setting.mark(standard))
    #expect(loaded.source(of: setting) == source)
  }

  /// The value that `config show` prints for a written one.
  private static func shown(_ setting: Setting, _ value: JSONValue) throws -> JSONValue {
    guard setting.name == "registration" else { return value }
    var object = try #require(setting.show(try ServerConfiguration()).objectValue)
    for (name, member) in try #require(value.objectValue) { object[name] = member }
    return .object(object)
  }

  @Test("each of its rows can be set in the file", arguments: rows)
  func file(_ name: String) throws {
    let setting = try #require(Setting.named(name))
    let sample = try ConfigurationSample()
    let value = try sample.value(of: setting)
    var object: JSONObject = [:]
    for (other, its) in Self.company(name) { object[other] = its }
    object[name] = value
    let text = String(decoding: object.serialized(), as: UTF8.self)
    try sample.write("{\n" + text.dropFirst())
    let loaded = try sample.input(database: name != "database").load()
    try Self.expect(loaded, only: setting, .file(sample.path, line: 2))
    #expect(try setting.show(loaded.configuration) == Self.shown(setting, value))
  }

  @Test("each of its rows can be set by its environment variable", arguments: rows)
  func variable(_ name: String) throws {
    let setting = try #require(Setting.named(name))
    let sample = try ConfigurationSample()
    let value = try sample.value(of: setting)
    var variables = [setting.variable: Setting.text(value)]
    for (other, its) in Self.company(name) {
      variables[Setting.variable(other)] = Setting.text(its)
    }
    let loaded = try sample.input(variables, file: false, database: name != "database").load()
    try Self.expect(loaded, only: setting, .variable(setting.variable))
    #expect(try setting.show(loaded.configuration) == Self.shown(setting, value))
  }

  @Test(
    "each of its rows can be set on the command line, unless it holds secrets",
    arguments: Setting.table.filter { !$0.traits.contains(.secret) }.map(\.name))
  func flag(_ name: String) throws {
    let setting = try #require(Setting.named(name))
    let sample = try ConfigurationSample()
    let value = try sample.value(of: setting)
    var flags = setting.words(value)
    for (other, its) in Self.company(name) {
      flags += try #require(Setting.named(other)).words(its)
    }
    let loaded = try sample.input([:], flags, file: false).load()
    let option = setting.flag == nil ? "--set \(name)" : setting.option
    try Self.expect(loaded, only: setting, .flag(option))
    #expect(setting.show(loaded.configuration) == value)
  }

  @Test("every option of the program is a row, except --config, --set and --help")
  func options() {
    let help = Serve.helpMessage()
    let options = Set(
      help.split { $0 == " " || $0 == "\n" }.filter { $0.hasPrefix("--") }.map(String.init))
    let known = Set(Setting.table.filter { $0.flag != nil }.map(\.option))
    #expect(options.subtracting(known) == ["--config", "--help", "--set"])
    #expect(known.isSubset(of: options))
  }

  @Test("names and variables are unique, and a secret has no flag")
  func names() {
    #expect(Set(Self.rows).count == Self.rows.count)
    #expect(Set(Setting.table.map(\.variable)).count == Self.rows.count)
    for setting in Setting.table {
      #expect(setting.name.utf8.allSatisfy { UInt8(ascii: "A")...UInt8(ascii: "z") ~= $0 })
      #expect(!setting.traits.contains(.secret) || setting.flag == nil)
    }
    #expect(Setting.variable("accessTokenLifetime") == "COATCHECKD_ACCESS_TOKEN_LIFETIME")
    #expect(Setting.named("keyLifetime")?.option == "--key-lifetime")
  }

  @Test("a flag has precedence over a variable, that over the file, and that over the seed")
  func order() throws {
    let sample = try ConfigurationSample()
    try sample.folder.write(
      "seed.json", Array("{\"settings\": {\n\"codeLifetime\": 11, \"grace\": 12}}".utf8))
    try sample.write(
      "{\"seed\": \"seed.json\", \"codeLifetime\": 21,\n\"port\": 22, \"host\": \"127.0.0.3\"}")
    let variables = ["COATCHECKD_PORT": "31", "COATCHECKD_HOST": "127.0.0.4"]
    let loaded = try sample.input(variables, ["--port", "41"]).load()
    let configuration = loaded.configuration
    #expect(configuration.figures.grace == 12 && configuration.figures.codeLifetime == 21)
    #expect(configuration.host == "127.0.0.4" && configuration.port == 41)
    let seed = sample.folder.path + "/seed.json"
    let sources = ["grace", "codeLifetime", "host", "port", "refreshIdle"].map {
      loaded.sources[$0]
    }
    #expect(
      sources == [
        .seed(seed, line: 2), .file(sample.path, line: 1), .variable("COATCHECKD_HOST"),
        .flag("--port"), nil,
      ])
    // Without the file, the value of the seed takes effect.
    let alone = try sample.input([:], ["--seed", seed], file: false).load()
    #expect(alone.configuration.figures.codeLifetime == 11)
  }

  @Test("a variable names the file, unless a flag does; paths in it begin at its folder")
  func paths() throws {
    let sample = try ConfigurationSample()
    try sample.write(#"{"tenant": "t", "readyFile": "/run/ready"}"#)
    let serve = try Serve.parse(["--database", "d.sqlite"])
    let loaded = try ConfigurationInput(serve, variables: ["COATCHECKD_CONFIG": sample.path]).load()
    #expect(loaded.configuration.tenant == sample.folder.path + "/t")
    #expect(loaded.configuration.readyFile == "/run/ready")
    #expect(loaded.configuration.database == "d.sqlite")
    let variables = ["COATCHECKD_CONFIG": "/nowhere"]
    #expect(try sample.input(variables).load().configuration.readyFile == "/run/ready")
  }

  @Test("the issuer's settings are those of the configuration, for the issuer that it has")
  func settings() throws {
    let sample = try ConfigurationSample()
    try sample.write(
      #"""
      {"accessTokenLifetime": 30, "proofNonces": "required",
       "assertionAudiences": {"endpoints": ["token"], "because": "an old client"}}
      """#)
    let configuration = try sample.input().load().configuration
    let settings = try configuration.settings(for: "https://id.example")
    #expect(settings.issuer.text == "https://id.example")
    #expect(settings.audience == "https://id.example")
    #expect(settings.accessTokenLifetime == 30 && settings.proofNonces == .required)
    #expect(
      try settings.assertionAudiences
        == .alsoEndpoints([Endpoint("https://id.example/token")], because: "an old client"))
  }

  @Test("a secret may be in a file of its own, by a member or by a variable, and is never shown")
  func secrets() throws {
    let sample = try ConfigurationSample()
    let token = "0123456789-0123456789-0123456789"
    let policy =
      #"{"access": "tokens", "tokens": [{"token": "\#(token)", "expires": "2030-01-31T12:00:00Z"}]}"#
    try sample.folder.write("registration.secret", Array((policy + "\n").utf8))
    try sample.folder.write("token.secret", Array((token + "\n").utf8))
    let secret = sample.folder.path + "/registration.secret"
    for path in [secret, sample.folder.path + "/token.secret"] { chmod(path, 0o600) }
    try sample.write(#"{"registrationFile": "registration.secret"}"#)
    let named = try sample.input().load()
    let variable = try sample.input(["COATCHECKD_REGISTRATION_FILE": secret], file: false).load()
    try sample.write(
      #"""
      {"registration": {"access": "tokens",
        "tokens": [{"tokenFile": "token.secret", "expires": "2030-01-31T12:00:00Z"}]}}
      """#)
    let within = try sample.input().load()
    for loaded in [named, variable, within] {
      guard case .tokens(let tokens) = loaded.configuration.figures.registration.access else {
        Issue.record("no tokens")
        continue
      }
      #expect(tokens.map(\.digest) == [TokenDigest(of: Secret(token))])
      let listing = ConfigurationListing(loaded: loaded)
      #expect(!listing.text.contains(token) && !listing.json.contains(token))
      #expect(listing.text.contains(#""token":"(secret)""#))
    }
    #expect(variable.sources["registration"] == .variable("COATCHECKD_REGISTRATION_FILE"))
    chmod(secret, 0o644)
    try sample.write("{\n\"registrationFile\": \"registration.secret\"}")
    #expect(
      try sample.problems() == [
        "coatcheckd.json:2: registrationFile: names a file that others can read: chmod 600 it, and consider its content known"
      ])
  }
}

extension ConfigurationSample {
  /// The sample of a setting; a seed is there to be read.
  func value(of setting: Setting) throws -> JSONValue {
    guard setting.name == "seed" else { return try setting.sample() }
    try folder.write("seed.json", Array("{}".utf8))
    return .string(folder.path + "/seed.json")
  }
}
