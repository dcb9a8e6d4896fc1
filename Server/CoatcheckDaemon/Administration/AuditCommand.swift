// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// `coatcheckd audit`.
struct AuditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit", abstract: "Read the audit log.", subcommands: [List.self])

  /// `coatcheckd audit list`.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Print the audit log, the newest entry first.")

    @Option(help: "Only this event.")
    var event: String?

    @Option(help: "Only what is about this user, by user name or identifier.")
    var user: String?

    @Option(help: "Only what is about this client.")
    var client: String?

    @Option(help: "How many entries at most.")
    var limit = 100

    @OptionGroup var place: AdministrationPlace

    func run() async throws {
      try await place.use { line in
        var output = AdministrationOutput(
          place, columns: ["time", "event", "actor", "user", "client", "address", "details"])
        var query = Parameters()
        query["event"] = event
        if let user { query["user"] = try await line.user(user) }
        query["client"] = client
        try await line.list(["audit"], query: query, limit: limit) { output.add($0) }
        output.finish()
      }
    }
  }
}
