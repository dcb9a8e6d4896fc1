// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// `coatcheckd export`: prints users and clients as JSON lines.
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print users and clients as JSON lines, for another database.",
    discussion: """
      Password hashes and digests of secrets are in it, so that all users can still sign in: keep it \
      as safe as the database. Sessions, tokens and signing keys are not in it.
      """)

  @OptionGroup var place: AdministrationPlace

  func run() async throws {
    try await place.use { line in
      try await line.list(["export", "clients"]) { client in
        Standard.output(TerminalText.json(["client": .object(client)]))
      }
      try await line.list(["export", "users"]) { account in
        Standard.output(TerminalText.json(["account": .object(account)]))
      }
    }
  }
}

/// `coatcheckd import`: adds the users and clients of an export.
struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Add the users and clients of an export, from standard input.",
    discussion: """
      What is there already stays as it is, and is counted. A database that does not exist is made.
      """)

  @OptionGroup var place: AdministrationPlace

  func run() async throws {
    if place.adminSocket == nil, (try? DatabasePlace(place.database).checkExists()) == nil {
      try await Standard.reporting { try await DatabasePlace(place.database).open().close() }
    }
    try await place.use { line in
      var (added, kept, number) = (0, 0, 0)
      while let text = readLine(strippingNewline: true) {
        number += 1
        if text.isEmpty { continue }
        do {
          try await read(text, line)
          added += 1
        } catch let refusal as AdministrationRefusal where refusal.status == 409 {
          kept += 1
          Standard.error("line \(number): \(TerminalText.line(refusal.reason))")
        } catch {
          throw OAuthError.misused(
            "line \(number)", "Line \(number): \(Standard.sentence(of: error))")
        }
      }
      Standard.output("\(added) added, \(kept) there already")
    }
  }

  private func read(_ text: String, _ line: AdministrationLine) async throws {
    let json = try JSONObject(
      parsing: Array(text.utf8), limits: JSONLimits(depth: 32, bytes: 1 << 20))
    if let client = json["client"]?.objectValue {
      try await line.send(.post, ["import", "clients"], body: client)
    } else if let account = json["account"]?.objectValue {
      try await line.send(.post, ["import", "users"], body: account)
    } else {
      throw OAuthError.misused("line", "This is neither a client nor an account.")
    }
  }
}
