// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckJOSE
import CoatcheckOAuth

/// A command that sends a request to the administration API, and prints the response.
protocol AdministrationCommand: AsyncParsableCommand {
  /// The server or database to administer.
  var place: AdministrationPlace { get }

  /// Sends the request of the command.
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
