// SPDX-License-Identifier: Apache-2.0

/// Something did not come as it should.
public struct Unexpected: Error, CustomStringConvertible {
  /// What came.
  public let description: String

  /// Describes it.
  public init(_ description: String) { self.description = description }
}
