// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// `coatcheckd consents`.
struct ConsentsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "consents", abstract: "List and withdraw what users allowed clients.",
    subcommands: [List.self, Withdraw.self])

  /// `coatcheckd consents list`.
  struct List: AdministrationListCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List consent.")
    static let columns = ["user", "client", "scopes"]

    @Option(help: "Only that of this user, by user name or identifier.")
    var user: String?

    @Option(help: "Only that for this client.")
    var client: String?

    @Option(help: "How many entries at most.")
    var limit: Int?

    @OptionGroup var place: AdministrationPlace

    func list(over line: AdministrationLine) async throws -> ([String], Parameters) {
      var query = Parameters()
      if let user { query["user"] = try await line.user(user) }
      query["client"] = client
      return (["consents"], query)
    }
  }

  /// `coatcheckd consents withdraw`.
  struct Withdraw: AdministrationCommand {
    static let configuration = CommandConfiguration(
      commandName: "withdraw",
      abstract: "Take consent back, and end the client's tokens of the user.")

    @OptionGroup var user: UserArgument

    @Argument(help: "The client identifier.")
    var client: String

    @OptionGroup var place: AdministrationPlace

    func send(over line: AdministrationLine) async throws -> JSONObject? {
      try await line.send(.delete, ["users", user.id(over: line), "consents", client])
    }
  }
}
