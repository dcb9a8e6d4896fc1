// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckOAuth
import CoatcheckServer
import CoatcheckStorage
import Foundation
import Logging

/// A server from its start to its end, with a valid configuration.
struct Serving: Sendable {
  /// The sources, from which SIGHUP reads the configuration again.
  let input: ConfigurationInput
  /// The configuration at the start.
  let loaded: LoadedConfiguration

  private var configuration: ServerConfiguration { loaded.configuration }

  /// Serves until SIGTERM or SIGINT.
  func run() async throws {
    guard let place = configuration.databasePlace else { return }
    let hangUps = HangUps()
    let environment = RuntimeEnvironment.live
    let level = LogLevel(configuration.logLevel)
    let lines = LogLines(configuration.logFormat, level: level, now: environment.now) {
      Standard.log($0)
    }
    let logger = Logger(label: "coatcheckd") { _ in lines }
    if configuration.development { logger.warning("\(DevelopmentNotice.text)") }
    if configuration.noProxy { logger.warning("\(ClientAddressOptions.notice)") }
    let certificate = try configuration.certificate()
    if configuration.databaseUnverified {
      logger.warning("\(ServerConfiguration.unverifiedNotice)")
    }
    let opened = try await place.open(
      connections: configuration.databaseConnections,
      verification: configuration.databaseUnverified ? .asTheStringSays : .required)
    if let guarantee = opened.guarantee { logger.notice("\(guarantee)") }
    do {
      try await serve(
        from: opened.store, with: certificate, environment: environment, logger: logger,
        level: level,
        hangUps: hangUps)
    } catch {
      try? await opened.close()
      throw error
    }
    // Acknowledged changes are on the disk already; closing the store only cleans up.
    try await opened.close()
  }

  private func serve(
    from store: any AdministrationStore, with certificate: ServerCertificate?,
    environment: RuntimeEnvironment, logger: Logger, level: LogLevel, hangUps: HangUps
  ) async throws {
    let master = try KeyFile(path: configuration.masterKeyFile ?? "")
      .load(sealed: await store.keySet() == nil ? .nothing : .something, environment: environment)
    let sealer = Sealer(master: master, environment: environment)
    let keys = SigningKeys(
      store: store, sealer: sealer, rotation: try configuration.rotation(),
      algorithms: SigningKeys.usualAlgorithms + configuration.signingAlgorithm)
    try await keys.start()
    if let issuer = configuration.issuer { _ = try configuration.settings(for: issuer) }
    let passwords = PasswordHasher(
      workers: configuration.passwordWorkers, queue: configuration.passwordQueue,
      random: environment.random)
    let tenancy = try configuration.tenant.map {
      try Tenancy(
        folder: $0, isDevelopment: configuration.development, environment: environment,
        logger: logger)
    }
    let preparation = Task {
      try await loaded.seed.apply(to: store, passwords: passwords, environment: environment)
    }
    let office = ServedAdministration(
      configuration, of: store, environment: environment, logger: logger)
    let live = LiveResponder(configuration)
    let reconfiguration = Reconfiguration(input, inForce: loaded, logger: logger) { new in
      try new.seed.checkUsers()
      let responder = try live.prepared(for: new.configuration)
      try await new.seed.apply(to: store, passwords: passwords, environment: environment)
      try live.replace(with: responder, for: new.configuration)
      level.change(to: new.configuration.logLevel)
    }
    await hangUps.register {
      // Waits until the first seed is applied: concurrently, its passwords would be hashed twice.
      guard case .success = await preparation.result else { return }
      await reconfiguration.reload()
    }
    let renewal = certificate.map {
      CertificateRenewal(certificate: $0, environment: environment, logger: logger)
    }
    if let renewal { await hangUps.register { renewal.renew() } }
    let listener = HTTPListener(
      host: configuration.host, port: configuration.port, limits: configuration.limits,
      addresses: configuration.addresses, certificate: certificate, logger: logger)
    let metrics = configuration.metrics.map {
      MetricsListener(metrics: PrometheusMetrics(), place: $0, logger: logger)
    }
    try await withThrowingTaskGroup(of: Part.self) { group in
      // Tasks of the group wait for the seed, and the group waits for them.
      defer { preparation.cancel() }
      group.addTask {
        try await listener.run(
          until: .onSignals, listening: announceListening,
          // Requests that wait for the seed would delay the end. The next start applies the rest of it.
          stopping: { preparation.cancel() }
        ) { port in
          let issuer = issuerText(at: port)
          let everything = try live.start { configuration in
            let server = try IdentityServer(
              settings: configuration.settings(for: issuer), store: store, users: store,
              passwords: passwords, keys: keys, sealer: sealer, environment: environment,
              logger: logger, metrics: metrics?.metrics, reach: reach(from: issuer, environment),
              accounts: store, trail: office.trail)
            let administered = try office.responder(before: server, isOn: configuration.admin)
            return tenancy?.responder(
              before: administered, issuer: issuer, figures: configuration.tenantFigures,
              store: store, passwords: passwords, keys: keys, sealer: sealer, trail: office.trail)
              ?? administered
          }
          let announced =
            configuration.development ? DevelopmentNotice.responder(everything) : everything
          let checked = HostCheck.responder(announced, issuer: issuer, port: port)
          return Gate.responder(checked, until: preparation)
        }
        return .listener
      }
      group.addTask {
        try await office.run(after: preparation)
        return .administration
      }
      group.addTask {
        try await Housekeeping(
          store: store, keys: keys, environment: environment, logger: logger
        ).run()
        return .housekeeping
      }
      if let metrics {
        group.addTask {
          try await metrics.run()
          return .metrics
        }
      }
      if let renewal {
        group.addTask {
          try await renewal.run()
          return .certificate
        }
      }
      group.addTask {
        do { try await preparation.value } catch  where preparation.isCancelled {}
        return .preparation
      }
      group.addTask {
        await hangUps.run()
        return .hangUps
      }
      // Runs until the listener ends or a task throws: a seed that cannot be applied ends the process.
      while let part = try await group.next(), part != .listener {}
      group.cancelAll()
    }
  }

  /// The concurrent tasks of a server.
  private enum Part {
    case listener, administration, housekeeping, metrics, certificate, preparation, hangUps
  }

  private func reach(
    from issuer: String, _ environment: RuntimeEnvironment
  ) throws -> OutboundAccess {
    OutboundAccess(
      for: try Issuer(issuer), allowingPrivate: configuration.privateClients,
      environment: environment)
  }

  private func issuerText(at port: Int) -> String {
    configuration.issuer ?? "http://127.0.0.1:\(port)"
  }

  @Sendable
  private func announceListening(at port: Int) {
    let scheme = configuration.tlsCertificate == nil ? "http" : "https"
    let place = ListeningPlace(host: configuration.host, port: port)
    Standard.error("listening on \(scheme)://\(place)")
    if configuration.announce { Standard.output(issuerText(at: port)) }
    if let readyFile = configuration.readyFile {
      do {
        try Data((issuerText(at: port) + "\n").utf8)
          .write(to: URL(fileURLWithPath: readyFile), options: .atomic)
      } catch {
        Standard.error("warning: the ready file \(readyFile) cannot be written")
      }
    }
  }
}
