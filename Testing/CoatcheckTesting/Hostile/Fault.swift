// SPDX-License-Identifier: Apache-2.0

/// One way to misbehave, by its name.
///
/// A provider with a fault does everything else right, so that a test knows what it was refused for:
///
/// ```swift
/// let provider = try await HostileProvider.start(.wrongIssuer)
/// // … sign in: must fail
/// #expect(provider.count(.userInfo) == 0)
/// ```
public struct Fault: Sendable {
  /// What it is called: `wrongIssuer`.
  public let name: String
  let turn: @Sendable (inout Behaviour) -> Void

  init(_ name: String = #function, _ turn: @escaping @Sendable (inout Behaviour) -> Void) {
    // For a function the compiler gives its whole name.
    self.name = String(name.prefix { $0 != "(" })
    self.turn = turn
  }
}

extension Fault: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}
