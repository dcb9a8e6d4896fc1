// SPDX-License-Identifier: Apache-2.0

/// One way through the library, with everything a program does on it.
///
/// To add one, append a row to a table and that table to ``all``. The run has to end well when nothing is
/// spoilt: what is meant to fail goes into ``Stage/attempt(_:_:)``. Secrets are found by the names under which
/// they travel (``WireSecrets/names``); one that never travels is marked by hand.
struct Flow: Sendable {
  let name: String
  let run: @Sendable (Stage) async throws -> Void

  init(_ name: String, _ run: @escaping @Sendable (Stage) async throws -> Void) {
    self.name = name
    self.run = run
  }

  /// Every flow there is.
  static let all =
    issuer + pages + sealed + resources + stores + devices + exchanges + providers + idaas
}
