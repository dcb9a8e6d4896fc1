// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckAccounts
import CoatcheckAsyncHTTP
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import CoatcheckStorage
import Foundation
import Logging

/// `coatcheckd serve`: runs until SIGTERM or SIGINT.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve one issuer until SIGTERM or SIGINT.",
    discussion: """
      The database and its key file are made on the first start. Keep the key file apart from \
      backups of the database: together they are every signing key.
      """)

  @Option(
    help:
      "The issuer identifier, if it is not http://127.0.0.1:PORT: behind a proxy, its https URL.")
  var issuer: String?

  @Option(help: "The address to listen on. Others than loopback need an https issuer.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen on; 0 for any free one.")
  var port = 8080

  @Option(help: "The SQLite file.")
  var database: String

  @Option(help: "The file with the master key. (default: DATABASE.key)")
  var keyFile: String?

  @OptionGroup var clientAddresses: ClientAddressOptions

  @OptionGroup var tls: TLSOptions

  @OptionGroup var keyRotation: KeyRotationOptions

  @Option(
    help: ArgumentHelp(
      "An algorithm to sign ID tokens with besides ES256 and RS256; may be given again.",
      valueName: "algorithm"),
    transform: SigningAlgorithmOption.read)
  var signingAlgorithm: [SignatureAlgorithm] = []

  @Option(help: "A JSON file with users, clients and settings, applied on every start.")
  var seed: String?

  @Option(
    help: ArgumentHelp(
      "The folder of a tenant: serve the IDaaS interface as well, for social login.",
      valueName: "folder"))
  var tenant: String?

  @Flag(help: "Keep a tenant's codes in an outbox at /outbox instead of sending them.")
  var development = false

  @Flag(
    help: "Reach clients at addresses in private networks and on this machine, too.")
  var privateClients = false

  @OptionGroup var metrics: MetricsOptions

  @Option(help: "A file to write the issuer to once requests are answered.")
  var readyFile: String?

  @Flag(help: "Print the issuer, and nothing else, on standard output once requests are answered.")
  var announce = false

  @Option(help: "How much to log on standard error: trace, debug, info, warning or error.")
  var logLevel = "info"

  @Option(help: "How to write a line of the log: text or json.")
  var logFormat = "text"

  func validate() throws {
    guard (0...65535).contains(port) else { throw ValidationError("--port is from 0 to 65535") }
    guard Logger.Level(rawValue: logLevel) != nil else {
      throw ValidationError("--log-level is trace, debug, info, warning or error")
    }
    guard LogLines.Form(rawValue: logFormat) != nil else {
      throw ValidationError("--log-format is text or json")
    }
    let isLoopback = host == "::1" || host == "localhost" || host.hasPrefix("127.")
    guard isLoopback || issuer?.hasPrefix("https://") == true else {
      throw ValidationError(
        "--host \(host) can be reached from elsewhere: that needs --issuer https://…")
    }
    guard !development || (isLoopback && issuer?.hasPrefix("https://") != true) else {
      throw ValidationError("--development shows all codes: it needs a loopback address")
    }
    guard !development || tenant != nil else {
      throw ValidationError("--development needs --tenant")
    }
    try tls.check(issuer: issuer)
    try clientAddresses.check(issuer: issuer, hasTLS: tls.isOn)
  }

  func run() async throws { try await Standard.reporting(serve) }

  private func serve() async throws {
    let environment = RuntimeEnvironment.live
    let lines = LogLines(LogLines.Form(rawValue: logFormat) ?? .text, now: environment.now) {
      Standard.log($0)
    }
    var logger = Logger(label: "coatcheckd") { _ in lines }
    logger.logLevel = Logger.Level(rawValue: logLevel) ?? .info
    if development { logger.warning("\(DevelopmentNotice.text)") }
    if clientAddresses.noProxy { logger.warning("\(ClientAddressOptions.notice)") }
    let certificate = try tls.certificate()
    let seed = try readSeed()
    try seed.check(signedWith: SigningKeys.usualAlgorithms + signingAlgorithm)
    let store = try await SQLiteStore(path: database)
    do {
      try await serve(
        seed, from: store, with: certificate, environment: environment, logger: logger)
    } catch {
      try? await store.close()
      throw error
    }
    // What is acknowledged is on the disk already; this only tidies the file.
    try await store.close()
  }

  private func serve(
    _ seed: Seed, from store: SQLiteStore, with certificate: ServerCertificate?,
    environment: RuntimeEnvironment, logger: Logger
  ) async throws {
    let master = try KeyFile(path: keyFile ?? database + ".key")
      .load(sealed: await store.keySet() == nil ? .nothing : .something, environment: environment)
    let sealer = Sealer(master: master, environment: environment)
    let keys = SigningKeys(
      store: store, sealer: sealer, rotation: try keyRotation.rotation(),
      algorithms: SigningKeys.usualAlgorithms + signingAlgorithm)
    try await keys.start()
    if let issuer { _ = try settings(for: issuer, seed) }
    let passwords = PasswordHasher(random: environment.random)
    let tenancy = try tenant.map {
      try Tenancy(
        folder: $0, isDevelopment: development, environment: environment, logger: logger)
    }
    let preparation = Task {
      try await seed.apply(to: store, passwords: passwords, environment: environment)
    }
    defer { preparation.cancel() }
    let listener = HTTPListener(
      host: host, port: port, addresses: clientAddresses.addresses, certificate: certificate,
      logger: logger)
    let metricsPlace = try metrics.place()
    let registry = metricsPlace.map { _ in PrometheusMetrics() }
    try await withThrowingTaskGroup(of: Part.self) { group in
      group.addTask {
        try await listener.run(until: .onSignals, listening: announceListening) { port in
          let server = try IdentityServer(
            settings: settings(for: issuerText(at: port), seed), store: store, users: store,
            passwords: passwords, keys: keys, sealer: sealer, environment: environment,
            logger: logger, metrics: registry,
            reach: reach(from: issuerText(at: port), environment), accounts: store)
          let everything =
            tenancy?.responder(
              before: server.respond, issuer: issuerText(at: port), store: store,
              passwords: passwords, keys: keys, sealer: sealer) ?? server.respond
          let announced = development ? DevelopmentNotice.responder(everything) : everything
          let checked = HostCheck.responder(announced, issuer: issuerText(at: port), port: port)
          return Gate.responder(checked, until: preparation)
        }
        return .listener
      }
      group.addTask {
        try await Housekeeping(
          store: store, keys: keys, environment: environment, logger: logger
        ).run()
        return .housekeeping
      }
      if let metricsPlace, let registry {
        group.addTask {
          try await MetricsOptions.serve(registry, at: metricsPlace, logger: logger)
          return .metrics
        }
      }
      if let certificate {
        group.addTask {
          try await CertificateRenewal(
            certificate: certificate, environment: environment, logger: logger
          ).run()
          return .certificate
        }
      }
      group.addTask {
        try await preparation.value
        return .preparation
      }
      // A seed that cannot be applied ends the process; one that is applied does not.
      while let part = try await group.next(), part != .listener {}
      group.cancelAll()
    }
  }

  /// What runs side by side.
  private enum Part { case listener, housekeeping, metrics, preparation, certificate }

  private func settings(for issuer: String, _ seed: Seed) throws -> IssuerSettings {
    var settings = try IssuerSettings(issuer: Issuer(issuer))
    try seed.settings.apply(to: &settings)
    return settings
  }

  private func reach(
    from issuer: String, _ environment: RuntimeEnvironment
  ) throws -> OutboundAccess {
    OutboundAccess(
      for: try Issuer(issuer), allowingPrivate: privateClients, environment: environment)
  }

  private func readSeed() throws -> Seed {
    guard let seed else { return Seed() }
    do {
      return try Seed(parsing: Array(try Data(contentsOf: URL(fileURLWithPath: seed))))
    } catch let error as SeedError {
      let line = error.line.map { ":\($0)" } ?? ""
      throw SeedError(
        place: seed + line + (error.place.isEmpty ? "" : ": " + error.place), reason: error.reason)
    } catch {
      throw SeedError(place: seed, reason: "cannot be read")
    }
  }

  private func issuerText(at port: Int) -> String { issuer ?? "http://127.0.0.1:\(port)" }

  @Sendable
  private func announceListening(at port: Int) {
    Standard.error(
      "listening on \(tls.isOn ? "https" : "http")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    )
    if announce { Standard.output(issuerText(at: port)) }
    if let readyFile {
      do {
        try Data((issuerText(at: port) + "\n").utf8)
          .write(to: URL(fileURLWithPath: readyFile), options: .atomic)
      } catch {
        Standard.error("warning: the ready file \(readyFile) cannot be written")
      }
    }
  }
}
