// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckJOSE
import Foundation

/// `coatcheckd serve`: runs until SIGTERM or SIGINT.
///
/// Declares the options; ``Setting/table`` defines what each of them means.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve one issuer until SIGTERM or SIGINT.",
    discussion: """
      The database and its key file are made on the first start. Keep the key file apart from \
      backups of the database: together they are every signing key.
      """)

  @Option(
    help: ArgumentHelp(
      "The configuration file. Environment variables and options count more than it.",
      valueName: "file"))
  var config: String?

  @Option(
    help: ArgumentHelp(
      "A setting without an option of its own, such as accessTokenLifetime=300; may be given again.",
      valueName: "name=value"))
  var set: [String] = []

  @Option(
    help:
      "The issuer identifier, if it is not http://127.0.0.1:PORT: behind a proxy, its https URL.")
  var issuer: String?

  @Option(
    help: """
      The address to listen on. Others than loopback need an https issuer. (default: 127.0.0.1)
      """)
  var host: String?

  @Option(help: "The port to listen on; 0 for any free one. (default: 8080)")
  var port: Int?

  @Option(help: "The SQLite file, or postgresql://… without a password.")
  var database: String?

  @Option(help: "The file with the master key. (default: DATABASE.key)")
  var keyFile: String?

  @OptionGroup var clientAddresses: ClientAddressOptions

  @OptionGroup var tls: TLSOptions

  @OptionGroup var keyRotation: KeyRotationOptions

  @OptionGroup var administration: AdministrationOptions

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

  @Option(
    help: ArgumentHelp(
      "Serve Prometheus metrics at http://ADDRESS:PORT/metrics, apart from everything else.",
      valueName: "address:port"))
  var metrics: String?

  @Option(help: "A file to write the issuer to once requests are answered.")
  var readyFile: String?

  @Flag(help: "Print the issuer, and nothing else, on standard output once requests are answered.")
  var announce = false

  @Option(
    help: "How much to log on standard error: trace, debug, info, warning or error. (default: info)"
  )
  var logLevel: String?

  @Option(help: "How to write a line of the log: text or json. (default: text)")
  var logFormat: String?

  func run() async throws {
    let input = ConfigurationInput(self, variables: ProcessInfo.processInfo.environment)
    let loaded: LoadedConfiguration
    do throws(ConfigurationProblems) {
      loaded = try input.load()
    } catch {
      if error.areUsage { throw ValidationError(error.description) }
      for problem in error.list { Standard.error("error: \(problem)") }
      throw ExitCode.failure
    }
    try await Standard.reporting { try await Serving(input: input, loaded: loaded).run() }
  }
}
