// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

extension InstallMarker {
  /// Runs `clean` unless the marker is there, and places it then.
  ///
  /// The items are gone before the marker is there: who is stopped in between begins again. Two programs
  /// that start together do not remove what the other one stored, since both have to take the lock.
  ///
  /// - Throws: What `clean` throws; `storeFailed` when the marker can be neither seen nor missed, or
  ///   cannot be placed. Nothing was removed in the former case.
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

  /// A device that has not been unlocked yet may refuse to read files; only a file that is surely not
  /// there means a new installation.
  private func isPlaced(for name: String) throws(OAuthError) -> Bool {
    guard let folder = try PrivateFolder.open(directory) else { return false }
    return try folder.names(endingIn: Self.suffix).contains(name + Self.suffix)
  }

  /// Says that this installation is known.
  func place(for name: String) throws(OAuthError) {
    let text = "The sign-ins in the keychain belong to this installation.\n"
    try PrivateFolder.create(directory).replace(name + Self.suffix, with: Array(text.utf8))
  }

  private static let suffix = ".installed"
}
