// SPDX-License-Identifier: Apache-2.0

/// The issuer's signing keys as they are stored: sealed, and numbered so that nodes can race.
public struct KeySetRecord: Sendable, Equatable {
  /// Grows with every replacement.
  public let version: Int
  /// The sealed keys. The store never sees into them.
  public let sealed: [UInt8]

  /// Describes a stored key set.
  public init(version: Int, sealed: [UInt8]) {
    self.version = version
    self.sealed = sealed
  }
}
