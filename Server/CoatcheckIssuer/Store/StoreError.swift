// SPDX-License-Identifier: Apache-2.0

/// A store failed. No outcome is known: the verb took effect completely or not at all.
public struct StoreError: Error, Sendable, CustomStringConvertible {
  /// The kind of a failure.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// A kind by its name.
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

  /// What happened.
  public let code: Code
  /// What happened, for the operator of the server. It contains no stored value.
  public let reason: String

  /// Describes a failure.
  public init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  /// The code and the reason.
  public var description: String { "store \(code.rawValue): \(reason)" }
}

extension StoreError: Equatable {
  /// Whether both are of one kind.
  public static func == (one: StoreError, other: StoreError) -> Bool { one.code == other.code }
}
