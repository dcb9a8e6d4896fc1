// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand

/// How another program is told to ask `coatcheck`.
protocol ProgramSetup: Sendable {
  /// The program: `coatcheck setup NAME`.
  static var name: String { get }
  /// What the argument after the name is, for the help text.
  static var argument: String { get }

  /// The changes to make; none if the program asks `coatcheck` already.
  ///
  /// - Throws: A failure when a file cannot be read, or has something that has to be decided by the user.
  static func changes(for target: SetupTarget) async throws(CommandFailure) -> [SetupChange]
}

/// All programs that can be set up.
enum ProgramSetups {
  static let all: [any ProgramSetup.Type] = [
    GitSetup.self, KubernetesSetup.self, DockerSetup.self, AWSSetup.self, MsmtpSetup.self,
    MbsyncSetup.self, CargoSetup.self, GoSetup.self, TerraformSetup.self, BazelSetup.self,
  ]

  /// The program with a name.
  ///
  /// - Throws: A usage failure that lists them.
  static func named(_ name: String) throws(CommandFailure) -> any ProgramSetup.Type {
    if let program = all.first(where: { $0.name == name }) { return program }
    throw CommandFailure(
      .usage, "“\(UntrustedText.printable(name))” is no program that can be set up",
      hint: "there are: \(all.map { $0.name }.joined(separator: ", "))")
  }
}
