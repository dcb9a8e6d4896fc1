// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

extension KeychainRecords {
  /// How long the keychain may take for an answer.
  private static var patience: Duration { .seconds(10) }

  /// Asks the keychain on a thread of its own, and not for longer than ten seconds. A cancelled caller
  /// waits as well: whether something was written would be in doubt.
  func call<Value: Sendable>(
    _ body: @escaping @Sendable (Keychain) -> Value
  ) async throws(OAuthError) -> Value {
    let (keychain, environment) = (keychain, environment)
    return try await BlockingWork.run(
      until: {
        try await environment.sleep(Self.patience)
        return .store("the keychain did not answer within \(Self.patience.components.seconds) s")
      }, whenCancelled: .waits
    ) { () throws(OAuthError) in body(keychain) }
  }

  func locked(
    _ key: String, _ work: @escaping @Sendable () async throws(OAuthError) -> Void
  ) async throws(OAuthError) {
    do {
      try await locks.withLock(.record(key)) { try await work() }
    } catch {
      throw OAuthError.known(error) ?? .store("\(error)")
    }
  }

  /// Removes what an earlier installation left, if that is the policy, before anything is read.
  func settleInstallation() async throws(OAuthError) {
    guard case .dropOnReinstall(let marker) = reinstall else { return }
    try await marker.ensure(for: markerName, environment: environment) { () throws(OAuthError) in
      for service in [service, "\(service).damaged"] {
        let query = KeychainQuery(service: service, accessGroup: group.name)
        let status = try await call { $0.delete(query) }
        guard status == .success || status == .itemNotFound else {
          throw status.error("remove what an earlier installation left")
        }
      }
    }
  }

  /// Says that the app is not newly installed, although it has no marker yet: an update brought the policy,
  /// and the sessions from before it go on.
  ///
  /// - Throws: `storeFailed` when the marker cannot be placed.
  public func adoptInstallation() throws(OAuthError) {
    guard case .dropOnReinstall(let marker) = reinstall else { return }
    try marker.place(for: markerName)
  }

  /// The marker belongs to this namespace and this access group.
  private var markerName: String {
    Fingerprint.hex(of: Array("\(namespace) \(group.name ?? "")".utf8))
  }
}
