// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckJOSE
import CoatcheckOAuth

/// A command that asks administration for something, and shows what it answers.
protocol AdministrationCommand: AsyncParsableCommand {
  /// Where administration is found.
  var place: AdministrationPlace { get }

  /// Sends what the command asks for.
  ///
  /// - Returns: The object to show; nil when there is nothing to show.
  func send(over line: AdministrationLine) async throws -> JSONObject?
}

extension AdministrationCommand {
  func run() async throws {
    try await place.use { line in
      AdministrationOutput.show(try await send(over: line), place)
    }
  }
}
