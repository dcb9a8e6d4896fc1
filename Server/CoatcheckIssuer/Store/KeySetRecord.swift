// SPDX-License-Identifier: Apache-2.0

/// The signing keys of the server as they are stored: sealed, and with a version, so that several nodes can
/// replace them safely.
public struct KeySetRecord: Sendable, Equatable {
  /// The version, which grows with every replacement.
  public let version: Int
  /// The sealed keys. The store cannot open them.
  public let sealed: [UInt8]

  /// Creates a stored key set.
  ///
  /// - Parameters:
  ///   - version: The version, greater than that of the key set before; at least 1.
  ///   - sealed: The keys, sealed for ``Sealer/Purpose/signingKeys``.
  public init(version: Int, sealed: [UInt8]) {
    self.version = version
    self.sealed = sealed
  }
}
