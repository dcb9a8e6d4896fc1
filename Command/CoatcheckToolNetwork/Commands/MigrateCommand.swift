// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckClient
import CoatcheckCommand
import CoatcheckJOSE
import CoatcheckOAuth

/// `coatcheck migrate --to STORE`.
struct MigrateCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Move all accounts to another kind of store.",
    discussion: """
      Every account is locked while it is moved, and removed from the old store only after it was \
      read back from the new one; so is every client that a program has registered with an issuer. \
      Other programs continue meanwhile. When it is interrupted, the same command finishes it. What \
      remains on disk of the old store's files may still be readable.
      """)

  @Option(
    help: ArgumentHelp(
      "The store: sealed (with --key), secret-service, keyring, file, or auto for the best that is available.",
      valueName: "store"))
  var to: String

  @Option(
    help: ArgumentHelp(
      "Where the key of sealed files is: \(Self.sources).", valueName: "source"))
  var key: String?

  @Flag(help: "Consent to plain text, which --to file needs.")
  var allowPlaintext = false

  @OptionGroup var output: OutputOptions

  private static let sources =
    StoreChoice.KeySource.allCases.map(\.rawValue).joined(separator: ", ")

  func validate() throws {
    guard to == "sealed" || key == nil else { throw ValidationError("--key needs --to sealed") }
    guard to != "sealed" || StoreChoice.KeySource(rawValue: key ?? "") != nil else {
      throw ValidationError("--to sealed needs --key with one of: \(Self.sources)")
    }
    guard to != "file" || allowPlaintext else {
      throw ValidationError("--to file keeps tokens in plain text; consent with --allow-plaintext")
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    guard let current = context.store as? SystemStore else {
      throw CommandFailure(.usage, "this store cannot be moved")
    }
    let choice = try StoreChoice(
      named: to == "sealed" ? "sealed-\(key ?? "")" : to,
      consent: allowPlaintext ? .because("--allow-plaintext") : nil)
    // Without COATCHECK_STORE, which names the expected kind of store: the kind changes here.
    let store = SystemStore(folder: current.folder, variable: context.variable)
    let report = try await store.move(to: choice)
    let place = store.place
    if output.json {
      try context.terminal.answer(json: Self.json(report, place))
    } else {
      for entry in report.accounts {
        try context.terminal.answer(
          UntrustedText.printable(entry.name) + "\t" + Self.word(entry.outcome))
      }
    }
    return tell(report, place, in: context)
  }

  private func tell(
    _ report: MigrationReport, _ place: StoreLocation, in context: CommandContext
  ) -> ExitStatus {
    let terminal = context.terminal
    for (name, outcome) in report.accounts.map({ ($0.name, $0.outcome) })
      + report.clients.map({ ("the client \($0.name) at \($0.issuer.text)", $0.outcome) })
    {
      guard case .failed(let error) = outcome else { continue }
      terminal.error("\(UntrustedText.printable(name)): \(error.reason)")
    }
    if let error = report.defaultFailure { terminal.error("the default account: \(error.reason)") }
    let moved = report.clients.filter { $0.outcome == .moved || $0.outcome == .keptNewer }
    if !moved.isEmpty { terminal.note("registered clients moved: \(moved.count)") }
    terminal.note("the sessions are kept in \(place.sentence)")
    if let warning = place.warning { terminal.warning(warning) }
    guard let failure = report.firstFailure else { return .success }
    terminal.hint("accounts that were not moved are in the old store; run the same command again")
    return CommandFailure(failure).status
  }

  private static func word(_ outcome: MigrationReport.Outcome) -> String {
    switch outcome {
    case .moved: "moved"
    case .keptNewer: "kept_newer"
    case .gone: "gone"
    case .failed: "failed"
    }
  }

  private static func json(_ report: MigrationReport, _ place: StoreLocation) -> JSONObject {
    let accounts = report.accounts.map { entry -> JSONValue in
      var json: JSONObject = [
        "name": .string(entry.name), "issuer": .string(entry.account.issuer),
        "subject": .string(entry.account.subject), "outcome": .string(word(entry.outcome)),
      ]
      json["message"] = message(entry.outcome)
      return .object(json)
    }
    let clients = report.clients.map { client -> JSONValue in
      var json: JSONObject = [
        "issuer": .string(client.issuer.text), "name": .string(client.name),
        "outcome": .string(word(client.outcome)),
      ]
      json["message"] = message(client.outcome)
      return .object(json)
    }
    return [
      "accounts": .array(accounts), "clients": .array(clients),
      "complete": .bool(report.isComplete),
      "store": .object(place.json),
    ]
  }

  private static func message(_ outcome: MigrationReport.Outcome) -> JSONValue? {
    guard case .failed(let error) = outcome else { return nil }
    return .string(UntrustedText.printable(error.reason, limit: 1024))
  }
}
