// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// What becomes of the sessions in a keychain when the app was removed and installed again: the
/// keychain keeps its items.
public enum ReinstallPolicy: Sendable, Hashable {
  /// The sessions stay usable.
  case keepAcrossReinstall
  /// They are removed before the first use. The marker tells a new installation.
  case dropOnReinstall(marker: InstallMarker)
}

/// A file that is gone with the app: where it is missing, the app is newly installed.
///
/// There is one for each namespace and access group, so that no other store is cleaned out. It has
/// to be gone with *all* programs that share the items, else the first start of an extension would
/// sign the user out of the app: for a shared access group it must be in the container of that same
/// group.
///
/// An app that was published without a marker and gets one by an update calls
/// `KeychainRecords.adoptInstallation()` when it knows that it is not new.
public struct InstallMarker: Sendable, Hashable {
  /// What the folder is gone with.
  public enum Container: Sendable, Hashable {
    /// This app.
    case app
    /// All programs of an access group.
    case accessGroup(String)
  }

  /// The folder.
  public let directory: String
  /// What the folder is gone with.
  public let container: Container

  /// A marker in a folder, which is made if need be.
  ///
  /// - Parameters:
  ///   - directory: A folder in the container which is not backed up and is not cleaned by the
  ///     system:
  ///     `Library/TenantApplication Support/…`.
  ///   - container: What the folder is gone with.
  public init(directory: String, in container: Container) {
    self.directory = directory
    self.container = container
  }

  /// Whether it may decide over the items of a group.
  func check(_ group: KeychainAccessGroup) throws(OAuthError) {
    switch (group, container) {
    case (.own, .app): return
    case (.shared(let name), .accessGroup(let container)) where name == container: return
    case (.standard, _):
      throw .misused(
        "reinstall", "Name the access group: the default one may be shared with other programs.")
    case (.shared, _):
      throw .misused(
        "reinstall", "The marker for a shared access group must be in that group's container.")
    case (.own, .accessGroup):
      throw .misused("reinstall", "The marker for the app's own group must be in its container.")
    }
  }
}
