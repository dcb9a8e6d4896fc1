// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// Records as items in the keyring of the Linux desktop, which encrypts them under the user's
/// password.
///
/// Any Secret Service will do: gnome-keyring, KeePassXC, KWallet. An item's attributes hold the
/// record's key only, since a service may keep attributes in the clear; the key is a hash. An index
/// would have to stand there too, and an item with a changed index would be another item, so
/// records have no index. A tool such as `secret-tool` sees the same items.
public struct SecretServiceRecords: RecordStore {
  private let namespace: String
  private let prompt: UnlockPrompt
  private let environment: RuntimeEnvironment
  private let left = UnlockDialogue.Left()
  private let locks: LockFolder

  /// Creates a store of records in the keyring of the user who is logged in.
  ///
  /// Nothing is asked or opened until a record is needed.
  ///
  /// - Parameters:
  ///   - namespace: A name that separates these records from others in the same keyring.
  ///   - prompt: Whether a locked keyring may ask the user for its password. A program that runs in the
  ///     background uses `.never`, and gets `storeLocked` at once.
  ///   - environment: What waits for deadlines, and while another process has a lock.
  public init(
    namespace: String = "default", prompt: UnlockPrompt = .within(.seconds(60)),
    environment: RuntimeEnvironment = .live
  ) {
    self.namespace = namespace
    self.prompt = prompt
    self.environment = environment
    locks = LockFolder(
      path: RuntimeFolder.path("secret-service-\(StoreNamespace.name(namespace))"),
      environment: environment)
  }

  /// The keyring of the desktop, and the namespace.
  public var place: StoreLocation {
    StoreLocation(
      kind: "secret-service", location: "the desktop's keyring, namespace \(namespace)",
      protection: .system)
  }

  /// Checks that there is a Secret Service, and that its keyring is unlocked. It may ask the user to unlock
  /// it.
  ///
  /// - Throws: `OAuthError` with `storeFailed` saying what to install or to start; `storeLocked` when the
  ///   keyring is locked and stays so; `cancelled` when the task is cancelled.
  public func probe() async throws(OAuthError) {
    _ = try await service().search(attributes)
  }

  /// The keys of all records: there is no index.
  public func keys(
    where index: [String: String], after: String?, limit: Int?
  ) async throws(OAuthError) -> [String] {
    let items = try await service().search(attributes)
    let keys = Set(items.compactMap { $0[Self.record] }).filter { after == nil || $0 > after ?? "" }
    return Array(keys.sorted().prefix(limit ?? keys.count))
  }

  /// The content of a record; nil if there is no such record.
  ///
  /// - Throws: `OAuthError` with `storeLocked` when the keyring is locked and stays so,
  ///   `storeFailed` when there is no service.
  public func read(_ key: String) async throws(OAuthError) -> [UInt8]? {
    try await service().lookup(attributes(of: key))
  }

  /// Keeps a record; it is as durable as the service makes it before it answers.
  ///
  /// - Throws: `OAuthError` with `storeLocked` when the keyring is locked and stays so, or does
  ///   not exist yet; `storeFailed` when there is no service.
  public func write(_ record: StoredRecord) async throws(OAuthError) {
    let label = label(record)
    try await locked(record.key) { () async throws(OAuthError) in
      try await service().store(
        label: label, attributes: attributes(of: record.key), secret: record.content)
    }
  }

  /// Removes a record.
  public func remove(_ key: String) async throws(OAuthError) {
    try await locked(key) { () async throws(OAuthError) in
      try await service().clear(attributes(of: key))
    }
  }

  /// Keeps a damaged record under another attribute.
  public func setAside(
    _ key: String, ifStill content: [UInt8]
  ) async throws(OAuthError) -> String? {
    // Only the lock ensures that no valid record is being written at this moment. A reader does not
    // wait for it.
    let lock = StoreLock(key: StoreLock.record(key).key, patience: .zero)
    let outcome = try? await locks.withLock(lock) { await moveAside(key, ifStill: content) }
    return try outcome?.get() ?? nil
  }

  private func moveAside(
    _ key: String, ifStill content: [UInt8]
  ) async -> Result<String?, OAuthError> {
    do throws(OAuthError) {
      let service = try service()
      guard try await service.lookup(attributes(of: key)) == content else { return .success(nil) }
      // A new value each time: what was set aside before is kept.
      let aside = "\(key).\(environment.token(bytes: 6))"
      try await service.store(
        label: "Coatcheck: damaged",
        attributes: attributes.merging([Self.damaged: aside]) { $1 }, secret: content)
      try await service.clear(attributes(of: key))
      return .success("the keyring item with \(Self.damaged)=\(aside)")
    } catch {
      return .failure(error)
    }
  }

  /// The attribute that the item of a record is found by.
  public func location(of key: String) -> String {
    "\(Self.record)=\(key) in the desktop's keyring"
  }

  /// Runs `body` while no other task, in any process, holds the same lock of this namespace.
  public func withLock<Value: Sendable>(
    _ lock: StoreLock, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await locks.withLock(lock, body)
  }

  private func locked(
    _ key: String, _ work: @escaping @Sendable () async throws(OAuthError) -> Void
  ) async throws(OAuthError) {
    do {
      try await locks.withLock(.record(key)) { try await work() }
    } catch {
      throw OAuthError.known(error) ?? .store("\(error)")
    }
  }

  /// The label that the keyring's window displays.
  private func label(_ record: StoredRecord) -> String {
    guard let name = record.index["name"], let issuer = record.index["issuer"] else {
      return "Coatcheck"
    }
    return "Coatcheck: \(name) at \(issuer)"
  }

  private func service() throws(OAuthError) -> SecretService {
    try SecretService.connect(prompt: prompt, environment: environment, left: left)
  }

  /// The schema is the default of tools such as `secret-tool`, so that an item of a tool and one of
  /// this store replace each other.
  private var attributes: [String: String] {
    [
      "xdg:schema": "org.freedesktop.Secret.Generic", "application": "coatcheck",
      "namespace": namespace,
    ]
  }

  private func attributes(of key: String) -> [String: String] {
    attributes.merging([Self.record: key]) { $1 }
  }

  private static let record = "record"
  private static let damaged = "damaged-record"
}

/// A token store in the keyring of the Linux desktop.
public typealias SecretServiceTokenStore = RecordTokenStore<SecretServiceRecords>
