// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

extension InstallMarker {
  /// Runs `clean` and creates the marker, unless the marker exists.
  ///
  /// The marker is created after the items were removed, so that an interrupted program begins again.
  /// Two programs that start together do not remove each other's new items, since both have to take the
  /// lock.
  ///
  /// - Throws: What `clean` throws; `storeFailed` when it cannot be determined whether the marker
  ///   exists, or when the marker cannot be created. Nothing was removed in the former case.
  func ensure(
    for name: String, environment: RuntimeEnvironment,
    _ clean: @Sendable () async throws(OAuthError) -> Void
  ) async throws(OAuthError) {
    if try isPlaced(for: name) { return }
    let locks = LockFolder(path: directory, environment: environment)
    let lock = StoreLock(key: name, patience: .seconds(60))
    do {
      try await locks.withLock(lock) {
        guard try !isPlaced(for: name) else { return }
        try await clean()
        try place(for: name)
      }
    } catch {
      throw OAuthError.known(error) ?? .store("\(error)")
    }
  }

  /// Whether the marker exists. A device that has not been unlocked yet may refuse to read files, so
  /// the names in the folder decide: only a file that certainly does not exist means a new
  /// installation.
  private func isPlaced(for name: String) throws(OAuthError) -> Bool {
    guard let folder = try PrivateFolder.open(directory) else { return false }
    return try folder.names(endingIn: Self.suffix).contains(name + Self.suffix)
  }

  /// Creates the marker.
  func place(for name: String) throws(OAuthError) {
    let text = "The sign-ins in the keychain belong to this installation.\n"
    try PrivateFolder.create(directory).replace(name + Self.suffix, with: Array(text.utf8))
  }

  private static let suffix = ".installed"
}
