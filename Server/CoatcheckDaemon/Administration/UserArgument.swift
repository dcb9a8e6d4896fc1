// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// A user, as an operator names them.
struct UserArgument: ParsableArguments {
  @Argument(help: "The user, by user name or identifier.")
  var user: String

  /// The identifier.
  func id(over line: AdministrationLine) async throws -> String { try await line.user(user) }
}
