// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// What becomes of the sessions in a keychain when the app was removed and installed again: the
/// keychain keeps its items.
public enum ReinstallPolicy: Sendable, Hashable {
  /// The sessions stay usable.
  case keepAcrossReinstall
  /// They are removed before the first use.
  ///
  /// - Parameter marker: The file that tells a new installation.
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
  /// What a folder is removed with.
  public enum Container: Sendable, Hashable {
    /// This app.
    case app
    /// All programs of the access group with this name.
    case accessGroup(String)
  }

  /// The path of the folder of the marker.
  public let directory: String
  /// What the folder is removed with.
  public let container: Container

  /// Creates the description of a marker; the file and its folder are made when they are needed.
  ///
  /// - Parameters:
  ///   - directory: The path of a folder in the container which is not backed up and is not cleaned by the
  ///     system: `Library/Application Support/…`.
  ///   - container: What the folder is removed with.
  public init(directory: String, in container: Container) {
    self.directory = directory
    self.container = container
  }

  /// Checks that the folder of the marker is removed only together with all programs that share the
  /// group.
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
