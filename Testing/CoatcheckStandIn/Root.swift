// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckServer
import CoatcheckTesting
import Foundation

/// `coatcheck-standin`: a server that implements the protocol of a service which tests cannot reach.
@main
struct Root: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coatcheck-standin",
    abstract:
      "Stand in for docomo, Kii Cloud, OCLC, Weibo, IDaaS or a provider of NXOAuth2Client's time.",
    discussion: """
      It listens on 127.0.0.1, knows a few users and clients, which it prints, and is as strict as the \
      real one. What it knows is gone when it ends: with Ctrl-C or SIGTERM. For tests only.
      """)

  @Argument(help: "Whom to stand in for: \(StandInSystem.names).")
  var system: StandInSystem

  @Option(help: "The port to listen on; 0 for any free one.")
  var port = 8080

  @Option(
    help: ArgumentHelp(
      "How long access tokens last; as long as the real ones unless given.", valueName: "seconds"))
  var lifetime: Int?

  func validate() throws {
    guard (0...65535).contains(port) else { throw ValidationError("--port is from 0 to 65535") }
    guard (1...31_536_000).contains(lifetime ?? 1) else {
      throw ValidationError("--lifetime is from 1 to 31536000 seconds")
    }
  }

  func run() async throws {
    let signals = EndingSignals()
    do {
      try await system.serve(on: port, lifetime: lifetime, until: signals)
    } catch {
      Standard.error("error: \(error)")
      throw ExitCode.failure
    }
  }
}
