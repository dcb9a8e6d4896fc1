// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// `coatcheckd sessions`.
struct SessionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sessions", abstract: "List and end browser sessions.",
    subcommands: [List.self, End.self])

  /// `coatcheckd sessions list`.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List browser sessions.")

    @Option(help: "Only those of this user, by user name or identifier.")
    var user: String?

    @Option(help: "How many entries at most.")
    var limit: Int?

    @OptionGroup var place: AdministrationPlace

    func run() async throws {
      try await place.use { line in
        var output = AdministrationOutput(
          place, columns: ["id", "user", "signed_in_at", "expires_at"])
        let query = Parameters()
        var path = ["sessions"]
        if let user { path = ["users", try await line.user(user), "sessions"] }
        try await line.list(path, query: query, limit: limit) { output.add($0) }
        output.finish()
      }
    }
  }

  /// `coatcheckd sessions end`.
  struct End: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "end",
      abstract: "End one session of a user, or with no session all sessions and tokens.")

    @Argument(help: "The user, by user name or identifier.")
    var user: String

    @Argument(help: "The session; all unless given.")
    var session: String?

    @OptionGroup var place: AdministrationPlace

    func run() async throws {
      try await place.use { line in
        let id = try await line.user(user)
        try await line.send(.delete, ["users", id, "sessions"] + [session].compactMap(\.self))
      }
    }
  }
}
