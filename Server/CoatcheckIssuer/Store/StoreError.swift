// SPDX-License-Identifier: Apache-2.0

/// The failure of a store. The outcome is not known: the change was made completely or not at all.
public struct StoreError: Error, Sendable, CustomStringConvertible {
  /// The kind of a failure.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a kind.
    ///
    /// - Parameter rawValue: The name: lower case with underscores.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The store does not answer now: busy for too long, disk full, an I/O error, shutting down.
    /// Answer 503 and try again.
    public static let unavailable = Code(rawValue: "unavailable")
    /// The stored data cannot be read. The operator must act: restore a backup.
    public static let damaged = Code(rawValue: "damaged")
    /// The store was written by a newer version. Start that version.
    public static let newerSchema = Code(rawValue: "newer_schema")
    /// The place cannot hold a store: not writable, not ours, not a database.
    public static let unusable = Code(rawValue: "unusable")
    /// The caller handed in a record which no store keeps, such as a text with a NUL in it.
    public static let invalidRecord = Code(rawValue: "invalid_record")
  }

  /// The kind of the failure.
  public let code: Code
  /// What happened, for the operator of the server. It contains no stored value.
  public let reason: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: The kind of the failure.
  ///   - reason: A sentence for the operator, without any stored value.
  public init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  /// The code and the reason.
  public var description: String { "store \(code.rawValue): \(reason)" }
}

extension StoreError: Equatable {
  /// Whether both have the same code. The reasons are not compared.
  public static func == (one: StoreError, other: StoreError) -> Bool { one.code == other.code }
}
