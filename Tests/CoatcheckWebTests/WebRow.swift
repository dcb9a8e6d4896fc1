// SPDX-License-Identifier: Apache-2.0
import TestKit

/// One row of the contract: a requirement on a website, whatever framework it uses.
struct WebRow: Sendable, CustomTestStringConvertible {
  let id: String
  let name: String
  /// The frameworks in which the row runs.
  let frameworks: [Framework]
  let body: @Sendable (Framework) async throws -> Void

  init(
    _ id: String, _ name: String, in frameworks: [Framework] = Framework.allCases,
    _ body: @escaping @Sendable (Framework) async throws -> Void
  ) {
    self.id = id
    self.name = name
    self.frameworks = frameworks
    self.body = body
  }

  var testDescription: String { "\(id) \(name)" }

  static let all: [WebRow] =
    callbacks + flows + cookies + pages + addresses + logouts + notices + tokens + refreshes + data
    + strength + connections + claims + failures
}
