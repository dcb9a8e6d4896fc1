// SPDX-License-Identifier: Apache-2.0

/// The error of this module: a user name, a password or a password hash that is not accepted, or a
/// password that was not hashed or checked.
public struct AccountError: Error, Sendable, CustomStringConvertible {
  /// The kind of the failure.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name in lower case with underscores, as in logs: `invalid_user_name`.
    public let rawValue: String
    /// Creates a code from its name.
    ///
    /// - Parameter rawValue: The name in lower case with underscores.
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

  /// The kind of the failure, for a program to decide by.
  public let code: Code
  /// One sentence for logs and users. It contains no password and no part of a hash.
  public let reason: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: The kind of the failure.
  ///   - reason: One sentence, safe to show. It must not contain a password or a part of a hash.
  public init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  /// The code and the reason.
  public var description: String { "account \(code.rawValue): \(reason)" }
}

extension AccountError: Equatable {
  /// Whether both have the same code. The reasons are not compared.
  public static func == (one: AccountError, other: AccountError) -> Bool { one.code == other.code }
}
