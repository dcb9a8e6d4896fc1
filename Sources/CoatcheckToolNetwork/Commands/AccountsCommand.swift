// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckClient
import CoatcheckCommand
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// `coatcheck accounts`.
struct AccountsCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "accounts",
    abstract: "List the stored accounts.",
    discussion: """
      One line for each: name, issuer, subject, client, and the state of its session. No token is \
      shown.
      """)

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let sessions = try await context.store.sessions().sorted { $0.name < $1.name }
    let now = context.environment.now()
    if output.json {
      let accounts = sessions.map { JSONValue.object(Self.json($0, now: now)) }
      try context.terminal.answer(
        json: ["accounts": .array(accounts), "store": .string(context.storePath)])
      return .success
    }
    for session in sessions { try context.terminal.answer(Self.line(session, now: now)) }
    if sessions.isEmpty {
      context.terminal.note("no account is stored; sign in with: coatcheck login ISSUER")
    }
    return .success
  }

  private static func line(_ session: StoredSession, now: Date) -> String {
    let columns = [
      session.name, session.account.issuer, session.account.subject, session.account.clientID,
      SessionState(session, now: now).sentence,
    ]
    return columns.map { UntrustedText.printable($0) }.joined(separator: "\t")
  }

  private static func json(_ session: StoredSession, now: Date) -> JSONObject {
    var json: JSONObject = [
      "name": .string(session.name), "issuer": .string(session.account.issuer),
      "subject": .string(session.account.subject), "client_id": .string(session.account.clientID),
      "scope": .string(Scope.text(session.scopes)),
      "state": .string(SessionState(session, now: now).name),
      "generation": .number(JSONNumber(session.generation)),
    ]
    if case .at(let expiry) = session.expiry {
      json["expires_at"] = .number(JSONNumber(Int(expiry.timeIntervalSince1970)))
    }
    return json
  }
}
