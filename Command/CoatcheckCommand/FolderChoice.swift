// SPDX-License-Identifier: Apache-2.0

/// Whether the current folder of this process selects an account.
public enum FolderChoice: Sendable {
  /// Neither the folder nor a folder above it has a file `.coatcheck`.
  case nothing
  /// The file names this account, and the user has agreed to the file.
  case account(String)
  /// The user has not agreed to this file, so it must not be used.
  case notTrusted(FolderAccount)

  /// Reads the file of the nearest folder, and checks whether the user has agreed to it.
  ///
  /// - Parameter variable: Returns the value of an environment variable by its name; nil if it is unset.
  /// - Throws: The failures of ``FolderAccount/nearest()`` and ``TrustedFolders/init(variable:)``.
  public init(variable: (String) -> String?) throws(CommandFailure) {
    guard let folder = try FolderAccount.nearest() else {
      self = .nothing
      return
    }
    let isTrusted = try TrustedFolders(variable: variable).contains(folder)
    self = isTrusted ? .account(folder.account) : .notTrusted(folder)
  }
}
