// SPDX-License-Identifier: Apache-2.0
import TestKit

@testable import CoatcheckDaemon

@Suite("The problems of a configuration")
struct ConfigurationFaultTests {
  private static let algorithms = SignatureAlgorithm.allCases.map(\.rawValue).joined(
    separator: ", ")

  /// A file, and all its problems.
  static let files: [(text: String, problems: [String])] = [
    // Names.
    (#"{"prot": 1}"#, ["coatcheckd.json:1: prot: is not a known member; perhaps port is meant"]),
    (
      "{\n  \"port\": 1,\n  \"issuers\": \"https://id.example\"\n}",
      ["coatcheckd.json:3: issuers: is not a known member; perhaps issuer is meant"]
    ),
    (#"{"Port": 1}"#, ["coatcheckd.json:1: Port: is not a known member; perhaps port is meant"]),
    (
      "{\n\"access_token_lifetime\": 1}",
      [
        "coatcheckd.json:2: access_token_lifetime: is not a known member; perhaps accessTokenLifetime is meant"
      ]
    ),
    (#"{"colour": 1}"#, ["coatcheckd.json:1: colour: is not a known member"]),
    (#"{"portFile": "x"}"#, ["coatcheckd.json:1: portFile: is not a known member"]),
    (
      #"{"registrationFil": "x"}"#,
      [
        "coatcheckd.json:1: registrationFil: is not a known member; perhaps registrationFile is meant"
      ]
    ),
    // Types and ranges.
    (#"{"port": "8080"}"#, ["coatcheckd.json:1: port: must be a number from 0 to 65535"]),
    (#"{"port": 65536}"#, ["coatcheckd.json:1: port: must be a number from 0 to 65535"]),
    (#"{"port": 1.5}"#, ["coatcheckd.json:1: port: must be a number from 0 to 65535"]),
    (#"{"port": null}"#, ["coatcheckd.json:1: port: must be a number from 0 to 65535"]),
    (#"{"host": 1}"#, ["coatcheckd.json:1: host: must be a text"]),
    (#"{"host": ""}"#, ["coatcheckd.json:1: host: must not be empty"]),
    (#"{"development": "yes"}"#, ["coatcheckd.json:1: development: must be true or false"]),
    (
      #"{"logLevel": "verbose"}"#,
      [
        "coatcheckd.json:1: logLevel: must be trace or debug or info or notice or warning or error or critical"
      ]
    ),
    (#"{"logFormat": "xml"}"#, ["coatcheckd.json:1: logFormat: must be text or json"]),
    (
      #"{"signingAlgorithm": "PS256"}"#,
      ["coatcheckd.json:1: signingAlgorithm: must be a list of texts"]
    ),
    (
      #"{"signingAlgorithm": ["none"]}"#,
      ["coatcheckd.json:1: signingAlgorithm: must be a list of \(algorithms)"]
    ),
    (
      #"{"signingAlgorithm": ["PS256", "PS256"]}"#,
      ["coatcheckd.json:1: signingAlgorithm: must be a list of \(algorithms)"]
    ),
    (
      #"{"accessTokenLifetime": 0}"#,
      ["coatcheckd.json:1: accessTokenLifetime: must be a number from 1 to 316224000"]
    ),
    (#"{"audience": ""}"#, ["coatcheckd.json:1: audience: must not be empty"]),
    (#"{"proofNonces": "maybe"}"#, ["coatcheckd.json:1: proofNonces: must be unused or required"]),
    (
      #"{"keyRetention": -1}"#,
      ["coatcheckd.json:1: keyRetention: must be a number of days from 0 to 3650"]
    ),
    (
      #"{"assertionAudiences": {"endpoints": ["userinfo"], "because": "x"}}"#,
      [
        "coatcheckd.json:1: assertionAudiences.endpoints: knows token, par, device_authorization, introspect, revoke"
      ]
    ),
    (
      "{\"registration\": {\n  \"access\": \"open\"}}",
      ["coatcheckd.json:2: registration.because: must say why any client may register"]
    ),
    (
      """
      {"registration": {
        "access": "tokens",
        "tokens": [{"token": "0123456789-0123456789-0123456789",
          "uses": 0, "expires": "2030-01-01T00:00:00Z"}]}}
      """,
      ["coatcheckd.json:4: registration.tokens[0].uses: must be a number from 1 to 1000000"]
    ),
    (
      #"{"tenantCodeLength": 4}"#,
      ["coatcheckd.json:1: tenantCodeLength: must be a number from 6 to 10"]
    ),
    (
      #"{"tenantCaptchaKinds": ["pow"]}"#,
      ["coatcheckd.json:1: tenantCaptchaKinds: must have slider"]
    ),
    (
      #"{"tenantCaptchaKinds": ["audio"]}"#,
      ["coatcheckd.json:1: tenantCaptchaKinds: must be a list of slider, pow"]
    ),
    // Settings that contradict each other.
    (
      #"{"host": "0.0.0.0"}"#,
      [
        "coatcheckd.json:1: host: 0.0.0.0 can be reached from elsewhere: that needs an https issuer"
      ]
    ),
    (#"{"development": true}"#, ["coatcheckd.json:1: development: needs a tenant"]),
    (
      #"{"issuer": "HTTPS://id.example"}"#,
      [
        "trustedProxy: is missing: limits count by the client's address, and a proxy stands before an https issuer; name it, or say noProxy"
      ]
    ),
    (
      "{\"trustedProxy\": [\"127.0.0.1\"],\n\"noProxy\": true}",
      ["coatcheckd.json:2: noProxy: excludes trustedProxy"]
    ),
    (
      #"{"proxyProtocol": true}"#,
      ["coatcheckd.json:1: proxyProtocol: needs trustedProxy: who may send its header"]
    ),
    (
      #"{"trustedProxy": ["proxy.example"]}"#,
      [
        "coatcheckd.json:1: trustedProxy: An address range is written as 10.0.0.0/8 or 2001:db8::/32."
      ]
    ),
    (
      #"{"trustedProxy": ["0.0.0.0/0"]}"#,
      [
        "coatcheckd.json:1: trustedProxy: An address range must not be everything: any client could name an address."
      ]
    ),
    (
      #"{"tlsCertificate": "c.pem", "tlsKey": "c.key"}"#,
      ["coatcheckd.json:1: tlsCertificate: needs an https issuer: the name in the certificate"]
    ),
    (#"{"adminUser": ["u-root"]}"#, ["coatcheckd.json:1: adminUser: needs admin"]),
    (
      #"{"admin": true, "adminUser": [""]}"#,
      ["coatcheckd.json:1: adminUser: must have no empty texts"]
    ),
    (#"{"tlsCertificate": "c.pem"}"#, ["coatcheckd.json:1: tlsCertificate: needs tlsKey"]),
    (#"{"tlsKey": "c.key"}"#, ["coatcheckd.json:1: tlsKey: needs tlsCertificate"]),
    (
      #"{"metrics": "::1:9464"}"#,
      [
        "coatcheckd.json:1: metrics: must be an address and a port, such as 127.0.0.1:9464 or [::1]:9464"
      ]
    ),
    (
      "{\"issuer\": \"https://id.example\", \"noProxy\": true, \"tenant\": \"t\",\n\"development\": true}",
      [
        "coatcheckd.json:2: development: shows all codes: it needs a loopback address, and an issuer there"
      ]
    ),
    (
      #"{"keyLifetime": 1}"#,
      [
        "coatcheckd.json:1: keyLifetime: A key signs for as long as it is announced at least, and ten years at most."
      ]
    ),
    (
      #"{"keyAnnouncement": 0}"#,
      ["coatcheckd.json:1: keyAnnouncement: A key is announced for ten minutes at least."]
    ),
    (
      #"{"accessTokenLifetime": 2000000}"#,
      [
        "coatcheckd.json:1: accessTokenLifetime: is longer than keyRetention: such a token could not be verified to its end"
      ]
    ),
    (
      #"{"registration": {"access": "off"}, "registrationFile": "x"}"#,
      ["coatcheckd.json:1: registrationFile: is there, and registration as well"]
    ),
    (
      #"{"registrationFile": "nowhere"}"#,
      ["coatcheckd.json:1: registrationFile: names a file that cannot be read"]
    ),
    (#"{"seed": "nowhere"}"#, ["nowhere: cannot be read"]),
    // Texts that are no JSON.
    ("{\n\"port\": 1,\n}", ["coatcheckd.json:3: unexpected byte at byte 13"]),
    (
      "{\"port\": 1,\n \"port\": 2}",
      ["coatcheckd.json:2: a member is named twice before byte 19"]
    ),
    ("", ["coatcheckd.json: the JSON text is empty"]),
    ("[]", ["coatcheckd.json: a JSON object was expected"]),
    // All at once.
    (
      "{\"prot\": 1,\n\"host\": 2,\n\"logFormat\": \"xml\",\n\"development\": true,\n\"seed\": \"nowhere\"}",
      [
        "coatcheckd.json:1: prot: is not a known member; perhaps port is meant",
        "coatcheckd.json:2: host: must be a text",
        "coatcheckd.json:3: logFormat: must be text or json", "nowhere: cannot be read",
        "coatcheckd.json:4: development: needs a tenant",
      ]
    ),
  ]

  @Test("in a file are all reported, each with its line", arguments: files)
  func file(_ text: String, _ problems: [String]) throws {
    let sample = try ConfigurationSample()
    try sample.write(text)
    #expect(try sample.problems() == problems)
  }

  @Test("in the environment and on the command line are reported with the variable or option")
  func elsewhere() throws {
    let sample = try ConfigurationSample()
    try sample.write("{}")
    let variables = [
      "COATCHECKD_PORT": "tcp://10.0.0.1:8080", "COATCHECKD_PROT": "1", "COATCHECKD_COLOUR": "1",
      "COATCHECKD_REGISTRATION": #"{"access": "all"}"#, "COATCHECKD_ANNOUNCE": "yes",
      "COATCHECKD_GRACE": "", "PORT": "x",
    ]
    #expect(
      try sample.problems(variables) == [
        "COATCHECKD_COLOUR: is not a known variable",
        "COATCHECKD_PROT: is not a known variable; perhaps COATCHECKD_PORT is meant",
        "COATCHECKD_PORT: must be a number from 0 to 65535",
        "COATCHECKD_ANNOUNCE: must be true or false",
        "COATCHECKD_GRACE: must be a number from 0 to 60",
        "COATCHECKD_REGISTRATION: registration.access: must be off or tokens or open",
      ])
    #expect(
      try sample.problems([:], ["--port", "70000", "--log-level", "loud", "--development"]) == [
        "--port: must be a number from 0 to 65535",
        "--log-level: must be trace or debug or info or notice or warning or error or critical",
        "--development: needs a tenant",
      ])
  }

  @Test("of --set are reported with the name, and without the value")
  func assignments() throws {
    let sample = try ConfigurationSample()
    try sample.write("{}")
    let flags = [
      "accessTokenLifetime", "accesTokenLifetime=1", "accessTokenLifetime=soon", "port=1",
      "registration=hunter2", "=", "",
    ].flatMap { ["--set", $0] }
    #expect(
      try sample.problems([:], flags) == [
        "--set accessTokenLifetime: is written as name=value",
        "--set accesTokenLifetime: is not a known setting; perhaps accessTokenLifetime is meant",
        "--set accessTokenLifetime: must be a number from 1 to 316224000",
        "--set port: has an option of its own: --port",
        "--set registration: holds secrets, and every user of the machine can read the command line",
        "--set : is not a known setting", "--set : is not a known setting",
      ])
  }

  @Test("include a missing --database, and a configuration file that does not exist")
  func missing() throws {
    let sample = try ConfigurationSample()
    #expect(try sample.problems() == ["coatcheckd.json: cannot be read"])
    do {
      _ = try sample.input(file: false, database: false).load()
      Issue.record("it was accepted")
    } catch let problems as ConfigurationProblems {
      #expect(problems.description == "database: is missing; --database names it")
      #expect(problems.areUsage)
    }
  }

  @Test("in a seed are reported with the line in the seed")
  func seed() throws {
    let sample = try ConfigurationSample()
    try sample.write(#"{"seed": "seed.json"}"#)
    for (text, problem) in [
      ("{\"settings\": {\n\"port\": 1}}", "seed.json:2: settings.port: is not a known member"),
      (
        "{\"settings\": {\n\"codeLifetime\": 0}}",
        "seed.json:2: settings.codeLifetime: must be a number from 1 to 316224000"
      ),
      ("{\n\"users\": [\n}", "seed.json:3: unexpected byte at byte 13"),
      (
        "{\"users\": [{\"username\": \"a\",\n\"passwordFile\": \"p\"}]}",
        "seed.json:2: users[0].passwordFile: names a file that cannot be read"
      ),
      (
        #"{"clients": [{"id": "c", "idTokenAlgorithm": "PS256"}]}"#,
        "seed.json: clients[0].idTokenAlgorithm: needs --signing-algorithm PS256"
      ),
    ] {
      try sample.folder.write("seed.json", Array(text.utf8))
      #expect(try sample.problems() == [problem])
    }
  }

  @Test("contain no value that may be a secret")
  func silence() throws {
    let sample = try ConfigurationSample()
    try sample.write(
      #"{"registration": {"access": "tokens", "tokens": [{"token": "hunter2", "uses": "hunter2"}]}}"#
    )
    let problems = try sample.problems(["COATCHECKD_REGISTRATION": "hunter2"])
    #expect(problems.count == 2 && !problems.contains { $0.contains("hunter2") })
  }

  @Test("suggest the known name that differs by a few letters")
  func nearest() {
    let known = ["port", "host", "seed", "database", "accessTokenLifetime", "idTokenLifetime"]
    for (name, meant) in [
      ("prot", "port"), ("databse", "database"), ("DATABASE", "database"),
      ("access-token-lifetime", "accessTokenLifetime"),
      ("acessTokenLifetme", "accessTokenLifetime"),
      ("sort", "port"), ("x", nil), ("tokens", nil), ("", nil), ("lifetime", nil),
    ] as [(String, String?)] {
      #expect(NearestName.of(name, among: known) == meant, "\(name)")
    }
  }
}
