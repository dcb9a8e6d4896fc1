// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

extension KeychainRecords {
  /// How long the keychain may take for an answer.
  private static var patience: Duration { .seconds(10) }

  /// Calls the keychain on a thread of its own, and waits for ten seconds at most. A cancelled caller
  /// waits as well: whether something was written would be in doubt.
  func call<Value: Sendable>(
    _ body: @escaping @Sendable (Keychain) -> Value
  ) async throws(OAuthError) -> Value {
    let late = OAuthError.store(
      "the keychain did not answer within \(Self.patience.components.seconds) s")
    return try await call(within: Self.patience, otherwise: late, body)
  }

  /// Calls the keychain on a thread of its own.
  ///
  /// - Parameters:
  ///   - patience: How long it may take. The thread stays in the call for longer, if need be.
  ///   - late: The error when it takes longer.
  ///   - body: The call.
  func call<Value: Sendable>(
    within patience: Duration, otherwise late: OAuthError,
    _ body: @escaping @Sendable (Keychain) -> Value
  ) async throws(OAuthError) -> Value {
    let (keychain, environment) = (keychain, environment)
    return try await BlockingWork.run(
      until: {
        try await environment.sleep(patience)
        return late
      }, whenCancelled: .waits
    ) { () throws(OAuthError) in body(keychain) }
  }

  /// Finds items; waits for a while when the device is locked.
  func found(
    _ query: KeychainQuery
  ) async throws(OAuthError) -> (status: KeychainStatus, items: [KeychainItem]) {
    let first = try await call { $0.copyMatching(query) }
    guard try await isUnlocked(after: first.status) else { return first }
    return try await call { $0.copyMatching(query) }
  }

  /// Does something to items; waits for a while when the device is locked.
  func done(
    _ body: @escaping @Sendable (Keychain) -> KeychainStatus
  ) async throws(OAuthError) -> KeychainStatus {
    let first = try await call(body)
    guard try await isUnlocked(after: first) else { return first }
    return try await call(body)
  }

  /// Whether “not found” means that there is no item. Before the first unlock it may mean that items
  /// cannot be read.
  func isMissing(_ status: KeychainStatus) -> Bool {
    status == .itemNotFound && isProtectedDataAvailable()
  }

  /// Waits for an unlock where that may help, and returns whether the call should be repeated.
  ///
  /// - Throws: `cancelled` when the task is cancelled while waiting.
  private func isUnlocked(after status: KeychainStatus) async throws(OAuthError) -> Bool {
    guard status.isLocked || status == .itemNotFound else { return false }
    var waited: Duration = .zero
    var hasWaited = false
    while !isProtectedDataAvailable(), waited < unlockPatience {
      do { try await environment.sleep(Self.unlockPause) } catch { throw .programCancelled }
      waited += Self.unlockPause
      hasWaited = true
    }
    if status == .upgradePending, !hasWaited {
      // The device may have been unlocked just now.
      do { try await environment.sleep(Self.unlockPause) } catch { throw .programCancelled }
      return true
    }
    return hasWaited && isProtectedDataAvailable()
  }

  private static var unlockPause: Duration { .milliseconds(250) }

  func locked(
    _ key: String, _ work: @escaping @Sendable () async throws(OAuthError) -> Void
  ) async throws(OAuthError) {
    do {
      try await locks.withLock(.record(key)) { try await work() }
    } catch {
      throw OAuthError.known(error) ?? .store("\(error)")
    }
  }

  /// Removes the items of an earlier installation, if the policy says so, before anything is read.
  func settleInstallation() async throws(OAuthError) {
    guard case .dropOnReinstall(let marker) = reinstall else { return }
    try await marker.ensure(for: markerName, environment: environment) { () throws(OAuthError) in
      // The items behind the user's presence are in a service for each account.
      let (status, items) = try await found(query())
      guard status == .success || isMissing(status) else {
        throw status.error("look for what an earlier installation left")
      }
      let guarded = Set(items.map(\.account)).map(guardedService)
      for service in guarded + [partService, service, "\(service).damaged"] {
        let query = KeychainQuery(service: service, accessGroup: group.name)
        let status = try await done { $0.delete(query) }
        guard status == .success || isMissing(status) else {
          throw status.error("remove what an earlier installation left")
        }
      }
    }
  }

  /// Marks the app as not newly installed, although it has no marker yet: an update brought the policy
  /// ``ReinstallPolicy/dropOnReinstall(marker:)``, and the sessions from before it stay usable. Without
  /// that policy it does nothing.
  ///
  /// - Throws: `OAuthError` with `storeFailed` when the marker cannot be placed.
  public func adoptInstallation() throws(OAuthError) {
    guard case .dropOnReinstall(let marker) = reinstall else { return }
    try marker.place(for: markerName)
  }

  /// The marker belongs to this namespace and this access group.
  private var markerName: String {
    Fingerprint.hex(of: Array("\(namespace) \(group.name ?? "")".utf8))
  }
}
