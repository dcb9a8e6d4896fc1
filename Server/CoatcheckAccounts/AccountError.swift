// SPDX-License-Identifier: Apache-2.0

/// Something about an account is not as it must be.
public struct AccountError: Error, Sendable, CustomStringConvertible {
  /// The kind of a failure.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// A kind by its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The text cannot be a user name. Ask for another one.
    public static let invalidUserName = Code(rawValue: "invalid_user_name")
    /// The text cannot be a password: empty, too long, or with a NUL.
    public static let invalidPassword = Code(rawValue: "invalid_password")
    /// The text is no password hash of ours, or one whose cost is out of bounds.
    public static let invalidHash = Code(rawValue: "invalid_hash")
    /// Too many passwords wait to be checked. Answer 503 and try again.
    public static let busy = Code(rawValue: "busy")
    /// The caller was cancelled before the work began.
    public static let cancelled = Code(rawValue: "cancelled")
  }

  /// What happened.
  public let code: Code
  /// What happened, safe to show. It holds no password and no part of a hash.
  public let reason: String

  /// Describes a failure.
  public init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  /// The code and the reason.
  public var description: String { "account \(code.rawValue): \(reason)" }
}

extension AccountError: Equatable {
  /// Whether both are of one kind.
  public static func == (one: AccountError, other: AccountError) -> Bool { one.code == other.code }
}
