// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckJOSE
import CoatcheckOAuth

/// `coatcheckd audit`.
struct AuditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit", abstract: "Read the audit log.", subcommands: [List.self])

  /// `coatcheckd audit list`.
  struct List: AdministrationListCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Print the audit log, the newest entry first.")
    static let columns = ["time", "event", "actor", "user", "client", "address", "details"]

    @Option(help: "Only this event.")
    var event: String?

    @Option(help: "Only what is about this user, by user name or identifier.")
    var user: String?

    @Option(help: "Only what is about this client.")
    var client: String?

    @Option(name: .customLong("limit"), help: "How many entries at most.")
    var count = 100

    var limit: Int? { count }

    @OptionGroup var place: AdministrationPlace

    func list(over line: AdministrationLine) async throws -> ([String], Parameters) {
      var query = Parameters()
      query["event"] = event
      if let user { query["user"] = try await line.user(user) }
      query["client"] = client
      return (["audit"], query)
    }
  }
}
