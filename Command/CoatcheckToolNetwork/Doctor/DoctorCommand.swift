// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckClient
import CoatcheckCommand
import CoatcheckHelpers
import CoatcheckJOSE

/// `coatcheck doctor`.
struct DoctorCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Find out what is wrong, and say what to do about it.",
    discussion: """
      Looks at the store, the accounts, the list of places and the configuration of each program \
      that asks for credentials. With --online the providers are asked as well. Nothing is changed.

      Exits with 0 if nothing fails, else with the status of the first thing that does: 3 or 4 for \
      accounts, 5 and 6 for providers, 8 for the store, 9 for clocks and metadata, 10 for a \
      configuration.

      Checks: \(Self.checks.map { $0.name }.joined(separator: ", ")).
      """)

  private static let checks: [any DoctorCheck.Type] = [
    StoreCheck.self, AccountsCheck.self, EnvironmentCheck.self, ProviderCheck.self,
    PlacesCheck.self, GitCheck.self, KubernetesCheck.self, DockerCheck.self,
    AWSCheck.self, MailCheck.self, NetrcCheck.self, CargoCheck.self, GoCheck.self,
    TerraformCheck.self,
    BazelCheck.self,
  ]

  @Argument(help: "What is checked; all of it unless something is named.") var names: [String] = []

  @Flag(help: "Ask the providers as well.") var online = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    for name in names where !Self.checks.contains(where: { $0.name == name }) {
      throw ValidationError("there is no check “\(UntrustedText.printable(name))”")
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let subject = DoctorSubject(
      context: context, sessions: (try? await context.store.sessions()) ?? [],
      rules: (try? PlacesFile.rules(variable: context.variable)) ?? PlaceRules(),
      isOnline: online)
    var findings: [DoctorFinding] = []
    for check in Self.checks where names.isEmpty || names.contains(check.name) {
      let found = try await check.findings(subject)
      if !output.json { try show(found, in: context) }
      findings += found
    }
    let failed = findings.first { $0.severity == .failed }
    if output.json {
      try context.terminal.answer(
        json: [
          "healthy": .bool(failed == nil),
          "findings": .array(findings.map { .object($0.json) }),
        ])
    }
    return failed?.status ?? .success
  }

  private func show(_ findings: [DoctorFinding], in context: CommandContext) throws {
    for line in findings.flatMap(\.lines) {
      try context.terminal.answer(UntrustedText.printable(line, limit: 2000))
    }
  }
}
