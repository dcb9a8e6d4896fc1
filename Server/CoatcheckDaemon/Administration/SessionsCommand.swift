// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// `coatcheckd sessions`.
struct SessionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sessions", abstract: "List and end browser sessions.",
    subcommands: [List.self, End.self])

  /// `coatcheckd sessions list`.
  struct List: AdministrationListCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List browser sessions.")
    static let columns = ["id", "user", "signed_in_at", "expires_at"]

    @Option(help: "Only those of this user, by user name or identifier.")
    var user: String?

    @Option(help: "How many entries at most.")
    var limit: Int?

    @OptionGroup var place: AdministrationPlace

    func list(over line: AdministrationLine) async throws -> ([String], Parameters) {
      guard let user else { return (["sessions"], Parameters()) }
      return (["users", try await line.user(user), "sessions"], Parameters())
    }
  }

  /// `coatcheckd sessions end`.
  struct End: AdministrationCommand {
    static let configuration = CommandConfiguration(
      commandName: "end",
      abstract: "End one session of a user, or with no session all sessions and tokens.")

    @OptionGroup var user: UserArgument

    @Argument(help: "The session; all unless given.")
    var session: String?

    @OptionGroup var place: AdministrationPlace

    func send(over line: AdministrationLine) async throws -> JSONObject? {
      let id = try await user.id(over: line)
      return try await line.send(.delete, ["users", id, "sessions"] + [session].compactMap(\.self))
    }
  }
}
