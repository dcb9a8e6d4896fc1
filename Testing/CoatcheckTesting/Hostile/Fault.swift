// SPDX-License-Identifier: Apache-2.0

/// A named deviation of a ``HostileProvider`` from the specifications.
///
/// A provider with a fault does everything else correctly, so that a test knows the reason of a refusal:
///
/// ```swift
/// let provider = try await HostileProvider.start(.wrongIssuer)
/// // … sign in: must fail
/// #expect(provider.count(.userInfo) == 0)
/// ```
public struct Fault: Sendable {
  /// The name: `wrongIssuer`.
  public let name: String
  let turn: @Sendable (inout Behaviour) -> Void

  init(_ name: String = #function, _ turn: @escaping @Sendable (inout Behaviour) -> Void) {
    // For a function, #function is the whole signature.
    self.name = String(name.prefix { $0 != "(" })
    self.turn = turn
  }
}

extension Fault: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}
