// SPDX-License-Identifier: Apache-2.0
import TestKit

@testable import CoatcheckDaemon

@Suite("A configuration that is read again")
struct ReconfigurationTests {
  /// The configurations that were installed.
  private actor Installed {
    var all: [LoadedConfiguration] = []
    var refusal: OAuthError?

    func install(_ loaded: LoadedConfiguration) throws {
      if let refusal { throw refusal }
      all.append(loaded)
    }

    func refuse(_ error: OAuthError) { refusal = error }
  }

  private static func read(
    _ sample: ConfigurationSample, _ first: String, _ log: CapturedLog, _ installed: Installed
  ) throws -> Reconfiguration {
    try sample.write(first)
    let input = try sample.input(["COATCHECKD_HOST": "127.0.0.9"])
    return Reconfiguration(input, inForce: try input.load(), logger: log.logger) {
      try await installed.install($0)
    }
  }

  private static func lines(_ log: CapturedLog) -> [String] {
    log.lines.map { line in
      ([line.message] + line.details.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
        .joined(separator: " ")
    }
  }

  @Test("changes the live settings, and reports those that need a restart")
  func change() async throws {
    let sample = try ConfigurationSample()
    let (log, installed) = (CapturedLog(), Installed())
    let reconfiguration = try Self.read(
      sample, #"{"port": 1, "grace": 10, "host": "127.0.0.2"}"#, log, installed)
    try sample.write(
      "{\"port\": 2,\n\"grace\": 20, \"logLevel\": \"debug\", \"host\": \"127.0.0.3\"}")
    await reconfiguration.reload()
    let configuration = try #require(await installed.all.last).configuration
    #expect(configuration.port == 1 && configuration.host == "127.0.0.9")
    #expect(configuration.figures.grace == 20 && configuration.logLevel == .debug)
    #expect(
      Self.lines(log) == [
        "a setting changes on the next start place=\(sample.path):1 setting=port",
        "a setting changed from=info place=\(sample.path):2 setting=logLevel to=debug",
        "a setting changed from=10 place=\(sample.path):2 setting=grace to=20",
        "the configuration was read again changed=2",
      ])
    // The next reload compares with the values of this one.
    try sample.write("{}")
    await reconfiguration.reload()
    #expect(
      Self.lines(log).suffix(3) == [
        "a setting changed from=debug place=default setting=logLevel to=info",
        "a setting changed from=20 place=default setting=grace to=30",
        "the configuration was read again changed=2",
      ])
  }

  @Test("changes nothing if it has problems, and reports them")
  func broken() async throws {
    let sample = try ConfigurationSample()
    let (log, installed) = (CapturedLog(), Installed())
    let reconfiguration = try Self.read(sample, #"{"grace": 10}"#, log, installed)
    try sample.write("{\"grace\": 20,\n\"prot\": 2,\n\"codeLifetime\": \"x\"}")
    await reconfiguration.reload()
    #expect(await installed.all.isEmpty)
    let sentence = "the configuration cannot be used, and nothing changed problem="
    #expect(
      Self.lines(log) == [
        "\(sentence)\(sample.path):2: prot: is not a known member; perhaps port is meant",
        "\(sentence)\(sample.path):3: codeLifetime: must be a number from 1 to 316224000",
      ])
    #expect(log.lines.allSatisfy { $0.level == .error })

    await installed.refuse(.misused("issuer", "It cannot be one."))
    try sample.write(#"{"grace": 20}"#)
    await reconfiguration.reload()
    #expect(Self.lines(log).last == "\(sentence)It cannot be one.")
  }

  @Test("a changed secret is detected, and not logged")
  func secret() async throws {
    let sample = try ConfigurationSample()
    let (log, installed) = (CapturedLog(), Installed())
    func policy(_ letter: String) -> String {
      let token = String(repeating: letter, count: 30)
      return
        #"{"registration": {"access": "tokens", "tokens": [{"token": "\#(token)", "expires": "2030-01-31T12:00:00Z"}]}}"#
    }
    let reconfiguration = try Self.read(sample, policy("a"), log, installed)
    await reconfiguration.reload()
    #expect(Self.lines(log).last == "the configuration was read again changed=0")
    try sample.write(policy("b"))
    await reconfiguration.reload()
    #expect(Self.lines(log).last == "the configuration was read again changed=1")
    #expect(!Self.lines(log).contains { $0.contains("aaa") || $0.contains("bbb") })
  }

  @Test("each request is answered by one responder, and the next one by the newest")
  func responders() async throws {
    var configuration = try ServerConfiguration()
    configuration.port = 200
    let live = LiveResponder(configuration)
    let respond = try live.start { configuration in
      guard configuration.port != 1 else { throw OAuthError.misused("port", "Not this one.") }
      return { _ in ServedResponse(head: .init(status: .init(code: configuration.port))) }
    }
    let request = ServedRequest(
      head: HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/"), body: Data(),
      source: SourceAddress("127.0.0.1"))
    for (port, status) in [(200, 200), (404, 404), (1, 404), (503, 503)] {
      configuration.port = port
      let before = await respond(request).head.status
      let responder = try? live.prepared(for: configuration)
      // A prepared responder does not answer requests yet.
      #expect(await respond(request).head.status == before)
      try? live.replace(with: responder, for: configuration)
      #expect(await respond(request).head.status.code == status)
    }
  }

  @Test("the level of all loggers changes, but not of one that has its own")
  func level() throws {
    let level = LogLevel(.info)
    let written = Mutex<[String]>([])
    let lines = LogLines(.text, level: level, now: { Date(timeIntervalSince1970: 0) }) { line in
      written.withLock { $0.append(line) }
    }
    let logger = Logger(label: "test") { _ in lines }
    var quiet = logger
    quiet.logLevel = .error
    logger.debug("one")
    level.change(to: .debug)
    logger.debug("two")
    quiet.debug("three")
    level.change(to: .warning)
    logger.info("four")
    #expect(written.withLock { $0 } == ["1970-01-01T00:00:00Z debug two"])
  }
}
