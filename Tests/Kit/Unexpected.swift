// SPDX-License-Identifier: Apache-2.0

/// An unexpected result in a test.
public struct Unexpected: Error, CustomStringConvertible {
  /// The result.
  public let description: String

  /// Describes it.
  public init(_ description: String) { self.description = description }
}
