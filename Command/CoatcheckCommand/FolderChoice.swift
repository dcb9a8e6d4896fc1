// SPDX-License-Identifier: Apache-2.0

/// What the folder of this process says about the account.
public enum FolderChoice: Sendable {
  /// Nothing.
  case nothing
  /// The user has agreed to this account.
  case account(String)
  /// The user has not agreed to this file, so that it counts for nothing.
  case notTrusted(FolderAccount)

  /// Looks.
  ///
  /// - Throws: As ``FolderAccount/nearest()`` and ``TrustedFolders/init(variable:)``.
  public init(variable: (String) -> String?) throws(CommandFailure) {
    guard let folder = try FolderAccount.nearest() else {
      self = .nothing
      return
    }
    let isTrusted = try TrustedFolders(variable: variable).contains(folder)
    self = isTrusted ? .account(folder.account) : .notTrusted(folder)
  }
}
