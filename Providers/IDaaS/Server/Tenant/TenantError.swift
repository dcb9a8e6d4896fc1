// SPDX-License-Identifier: Apache-2.0

/// The error of a file in a tenant's folder that cannot be used. It contains no value from the file.
public struct TenantError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The name of the file within the folder: `tenant.json`.
  public let file: String
  /// The path of the JSON member: `applications[0].weibo.app_key`; empty when the whole file is meant.
  public let member: String
  /// The rest of a sentence that says what is wrong: `is missing`.
  public let reason: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - file: The name of the file within the folder: `tenant.json`.
  ///   - member: The path of the JSON member; empty when the whole file is meant.
  ///   - reason: The rest of a sentence that says what is wrong: `is missing`. It must not contain a value
  ///     from the file.
  public init(file: String, member: String = "", reason: String) {
    self.file = file
    self.member = member
    self.reason = reason
  }

  /// The file, the member and the reason as one sentence for the operator.
  public var description: String {
    member.isEmpty ? "\(file) \(reason)" : "\(file): \(member) \(reason)"
  }
}
