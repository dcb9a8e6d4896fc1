// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckOAuth

/// A command that prints a list.
protocol AdministrationListCommand: AsyncParsableCommand {
  /// The server or database to administer.
  var place: AdministrationPlace { get }
  /// How many entries are printed at most; nil for all.
  var limit: Int? { get }
  /// How many entries are requested at once; nil where a list has no pages.
  static var pageSize: Int? { get }
  /// The members that a table shows.
  static var columns: [String] { get }

  /// The list to request: its path under `/admin`, and its parameters.
  func list(over line: AdministrationLine) async throws -> ([String], Parameters)
}

extension AdministrationListCommand {
  static var pageSize: Int? { 200 }

  func run() async throws {
    try await place.use { line in
      var output = AdministrationOutput(place, columns: Self.columns)
      let (segments, query) = try await list(over: line)
      try await line.list(segments, query: query, limit: limit, pageSize: Self.pageSize) {
        output.add($0)
      }
      output.finish()
    }
  }
}
