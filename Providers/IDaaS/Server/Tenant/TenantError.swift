// SPDX-License-Identifier: Apache-2.0

/// Why a file of a tenant's folder cannot be used. It holds no value from the file.
public struct TenantError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file's name within the folder: `tenant.json`.
  public let file: String
  /// The member, from the outside in: `applications[0].weibo.app_key`. Empty for the whole file.
  public let member: String
  /// What is wrong with it.
  public let reason: String

  /// Describes what is wrong.
  public init(file: String, member: String = "", reason: String) {
    self.file = file
    self.member = member
    self.reason = reason
  }

  /// A sentence for the operator.
  public var description: String {
    member.isEmpty ? "\(file) \(reason)" : "\(file): \(member) \(reason)"
  }
}
