// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth

/// A place for the store under test, which is empty when a check begins.
public protocol StoreSite: Sendable {
  /// The maximum duration of a check; a store that takes longer counts as hanging.
  var patience: Duration { get }
}

/// One requirement of a store, as a check that can be run.
public struct StoreCheck<Site: StoreSite>: Sendable, CustomStringConvertible {
  /// The requirement, as a sentence.
  public let name: String
  private let body: @Sendable (Site) async throws -> Void

  init(_ name: String, _ body: @escaping @Sendable (Site) async throws -> Void) {
    self.name = name
    self.body = body
  }

  /// Runs the check in an empty place.
  ///
  /// - Throws: ``TokenStoreContract/Violation`` when the store does something else than the requirement;
  ///   `unreachable` with the code `timedOut` when the check takes longer than the site's
  ///   ``StoreSite/patience``; and the errors of the store.
  public func run(in site: Site) async throws {
    let body = body
    try await withDeadline(
      site.patience, environment: .live,
      otherwise: .unreachable(.timedOut, "The store hangs: \(name).")
    ) { try await body(site) }
  }

  /// The requirement.
  public var description: String { name }
}
