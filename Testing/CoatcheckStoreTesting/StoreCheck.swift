// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth

/// An empty place for a store that is checked.
public protocol StoreSite: Sendable {
  /// How long a check may take before the store counts as hanging.
  var patience: Duration { get }
}

/// One thing a store must do.
public struct StoreCheck<Site: StoreSite>: Sendable, CustomStringConvertible {
  /// What it must do, as a sentence.
  public let name: String
  private let body: @Sendable (Site) async throws -> Void

  init(_ name: String, _ body: @escaping @Sendable (Site) async throws -> Void) {
    self.name = name
    self.body = body
  }

  /// Does it in an empty place.
  ///
  /// - Throws: ``TokenStoreContract/Violation`` when the store does something else, or is not done within the site's
  ///   patience; and what the store throws.
  public func run(in site: Site) async throws {
    let body = body
    try await withDeadline(
      site.patience, environment: .live,
      otherwise: .unreachable(.timedOut, "The store hangs: \(name).")
    ) { try await body(site) }
  }

  /// The sentence.
  public var description: String { name }
}
