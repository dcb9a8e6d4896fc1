// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// `coatcheckd consents`.
struct ConsentsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "consents", abstract: "List and withdraw what users allowed clients.",
    subcommands: [List.self, Withdraw.self])

  /// `coatcheckd consents list`.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List consent.")

    @Option(help: "Only that of this user, by user name or identifier.")
    var user: String?

    @Option(help: "Only that for this client.")
    var client: String?

    @Option(help: "How many entries at most.")
    var limit: Int?

    @OptionGroup var place: AdministrationPlace

    func run() async throws {
      try await place.use { line in
        var output = AdministrationOutput(place, columns: ["user", "client", "scopes"])
        var query = Parameters()
        if let user { query["user"] = try await line.user(user) }
        query["client"] = client
        try await line.list(["consents"], query: query, limit: limit) { output.add($0) }
        output.finish()
      }
    }
  }

  /// `coatcheckd consents withdraw`.
  struct Withdraw: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "withdraw",
      abstract: "Take consent back, and end the client's tokens of the user.")

    @Argument(help: "The user, by user name or identifier.")
    var user: String

    @Argument(help: "The client identifier.")
    var client: String

    @OptionGroup var place: AdministrationPlace

    func run() async throws {
      try await place.use { line in
        try await line.send(.delete, ["users", line.user(user), "consents", client])
      }
    }
  }
}
