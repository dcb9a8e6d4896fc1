// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// Records as items in an Apple keychain.
///
/// - A locked device is `storeLocked`, and never looks like an empty keychain.
/// - A record keeps the accessibility class it was stored with, until another class is requested.
/// - Items stay on this device and are never synchronized, unless a class without `ThisDeviceOnly`
///   lets a backup take them along.
/// - Each call has a thread of its own and a deadline: a keychain may block for as long as it
///   likes.
public struct KeychainRecords<Keychain: SecItemCalls>: RecordStore {
  let keychain: Keychain
  /// The accessibility class of new records.
  public var accessibility = KeychainAccessibility.afterFirstUnlockThisDeviceOnly
  /// Whether protected data can be read now: what `UIApplication.isProtectedDataAvailable` says, called on
  /// any thread. While it is false, a keychain that finds nothing is locked and not empty. True unless
  /// given.
  public var isProtectedDataAvailable: @Sendable () -> Bool = { true }
  /// How long a call waits for an unlock while protected data is not available; 5 seconds unless given.
  public var unlockPatience = Duration.seconds(5)
  let namespace: String
  let group: KeychainAccessGroup
  let reinstall: ReinstallPolicy
  let environment: RuntimeEnvironment
  let locks: LockFolder

  /// The longest record, in bytes.
  public static var maximumLength: Int { 256 << 10 }

  /// Creates a store of records in a keychain.
  ///
  /// - Parameters:
  ///   - keychain: The calls of the keychain: those of the system, or of a stand-in for tests.
  ///   - namespace: A name that separates these records from others; the service of the items has it in its
  ///     name.
  ///   - lockDirectory: The path of a folder that all programs reach which share the items; for a shared
  ///     access group it is in the container of the group. Locks are kept in it, and nothing secret.
  ///   - group: Which programs share the items.
  ///   - reinstall: What becomes of the records when the app was removed and installed again.
  ///   - environment: What waits for deadlines, and while another process has a lock.
  /// - Throws: `misused` naming `reinstall` when the marker of the policy may not decide over the items of
  ///   the group.
  public init(
    _ keychain: Keychain, namespace: String = "default", lockDirectory: String,
    group: KeychainAccessGroup = .standard,
    reinstall: ReinstallPolicy = .keepAcrossReinstall, environment: RuntimeEnvironment = .live
  ) throws(OAuthError) {
    if case .dropOnReinstall(let marker) = reinstall { try marker.check(group) }
    self.keychain = keychain
    self.namespace = StoreNamespace.name(namespace)
    self.group = group
    self.reinstall = reinstall
    self.environment = environment
    locks = LockFolder(path: lockDirectory, environment: environment)
  }

  /// The keychain, the service of the items, and the access group where it is named.
  public var place: StoreLocation {
    let shared = group.name.map { ", access group \($0)" } ?? ""
    return StoreLocation(
      kind: keychain.kindName, location: "the \(keychain.name), service \(service)\(shared)",
      protection: .system)
  }

  /// The keys of all records: there is no index.
  public func keys(
    where index: [String: String], after: String?, limit: Int?
  ) async throws(OAuthError) -> [String] {
    try await settleInstallation()
    let (status, items) = try await found(query())
    guard status == .success || isMissing(status) else { throw status.error("list records") }
    let keys = Set(items.map(\.account)).filter { after == nil || $0 > after ?? "" }.sorted()
    return Array(keys.prefix(limit ?? keys.count))
  }

  /// The content of a record; nil if there is no such record.
  ///
  /// - Throws: `OAuthError` with `storeLocked` while the device is locked for the record's class.
  public func read(_ key: String) async throws(OAuthError) -> [UInt8]? {
    try await settleInstallation()
    return try await whole(key)
  }

  func item(_ key: String) async throws(OAuthError) -> KeychainItem? {
    let (status, items) = try await found(query(key, .content))
    switch status {
    case .success:
      guard let item = items.first, item.content != nil else {
        throw .store("the keychain found a record and did not hand it out")
      }
      return item
    case _ where isMissing(status): return nil
    default: throw status.error("read a record")
    }
  }

  /// The class that a record was stored with; nil if there is no such record.
  ///
  /// - Parameter key: The key of the record.
  /// - Throws: `OAuthError` with `storeLocked` while the device is locked, `misused` naming `group` when
  ///   the program lacks the entitlement for the keychain, `storeFailed` when the keychain does not answer
  ///   within 10 seconds or fails otherwise, and `cancelled` when the task is cancelled while it waits for
  ///   an unlock.
  public func accessibility(of key: String) async throws(OAuthError) -> KeychainAccessibility? {
    try await settleInstallation()
    let (status, items) = try await found(query(key, .attributes))
    switch status {
    case .success: return items.first?.accessibility
    case _ where isMissing(status): return nil
    default: throw status.error("look for a record")
    }
  }

  /// Stores a record in the class that it names, else in the class it has; a new one in that of
  /// ``accessibility``.
  ///
  /// - Throws: As ``write(_:accessibility:)``.
  public func write(_ record: StoredRecord) async throws(OAuthError) {
    try await write(record, accessibility: record.accessibility)
  }

  /// Stores a record in an accessibility class.
  ///
  /// - Parameters:
  ///   - record: The record. The class that it names does not count here.
  ///   - wanted: The class from now on; nil for the one it has, or that of ``accessibility`` for a new
  ///     record.
  /// - Throws: `OAuthError` with `storeLocked` while the device is locked for the class of the record;
  ///   `storeFailed` when it is longer than ``maximumLength``, or the keychain fails; `misused` naming
  ///   `accessibility` when the device has no passcode and the class needs one, or naming `group` when the
  ///   program lacks the entitlement for the keychain; `cancelled`. The old record is still there then.
  public func write(
    _ record: StoredRecord, accessibility wanted: KeychainAccessibility?
  ) async throws(OAuthError) {
    guard record.content.count <= Self.maximumLength else {
      throw .store(
        "a record of \(record.content.count) bytes is too long for the keychain, which gets \(Self.maximumLength) at most"
      )
    }
    try await settleInstallation()
    try await locked(record.key) { () async throws(OAuthError) in
      try await put(record, wanted?.effective)
    }
  }

  private func put(
    _ record: StoredRecord, _ wanted: KeychainAccessibility?
  ) async throws(OAuthError) {
    let label = record.index["name"].map { "Coatcheck: \($0)" } ?? "Coatcheck"
    let parts = KeychainParts(record.content, id: environment.token(bytes: 9))
    if let parts { try await keep(parts, of: record.key, wanted) }
    let content = parts?.head ?? record.content
    let change = KeychainChange(content: content, label: label, accessibility: wanted)
    var status = try await done { $0.update(query(record.key), change) }
    if isMissing(status) {
      let item = KeychainItem(
        service: service, account: record.key, accessGroup: group.name,
        accessibility: wanted ?? accessibility.effective, label: label, content: content)
      status = try await done { $0.add(item) }
      // A process without our lock was faster, such as an older version of the program.
      if status == .duplicateItem {
        status = try await done { $0.update(query(record.key), change) }
      }
    }
    guard status == .success else { throw failure(status, wanted ?? accessibility) }
    await removeParts(of: record.key, except: parts?.id)
  }

  /// The error of a write. A write shows no prompt, so a failed authentication means a missing
  /// passcode.
  func failure(_ status: KeychainStatus, _ accessibility: KeychainAccessibility) -> OAuthError {
    guard status == .authFailed, accessibility == .whenPasscodeSetThisDeviceOnly else {
      return status.error("keep a record")
    }
    return .misused(
      "accessibility",
      "The device has no passcode, which the class “\(accessibility.rawValue)” needs: choose another class (-25293)."
    )
  }

  /// Removes a record.
  public func remove(_ key: String) async throws(OAuthError) {
    try await settleInstallation()
    try await locked(key) { () async throws(OAuthError) in
      try await delete(query(key))
      await removeParts(of: key, except: nil)
    }
  }

  func delete(_ query: KeychainQuery) async throws(OAuthError) {
    let status = try await done { $0.delete(query) }
    guard status == .success || isMissing(status) else {
      throw status.error("remove a record")
    }
  }

  /// What to call a record in an error: its key and its service.
  public func location(of key: String) -> String {
    "\(key) in the \(keychain.name), service \(service)"
  }

  /// Runs `body` while no other task, in any process, holds the same lock of the lock folder.
  public func withLock<Value: Sendable>(
    _ lock: StoreLock, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await locks.withLock(lock, body)
  }

  /// Keeps a damaged record under another service.
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
      guard var item = try await item(key), try await whole(key) == content else {
        return .success(nil)
      }
      item.content = content
      // A new name each time: what was set aside before is kept.
      item.service = "\(service).damaged"
      item.account = "\(key).\(environment.token(bytes: 6))"
      item.accessGroup = group.name
      let status = try await done { [item] in $0.add(item) }
      guard status == .success else { throw status.error("set a record aside") }
      try await delete(query(key))
      await removeParts(of: key, except: nil)
      return .success("\(item.account) in the keychain, service \(item.service)")
    } catch {
      return .failure(error)
    }
  }

  var service: String { "coatcheck.\(namespace)" }
  /// The service of the parts of long records.
  var partService: String { "\(service).part" }
  /// The service of the refresh token behind the user's presence, for one account.
  func guardedService(_ key: String) -> String { "\(service).guarded.\(key)" }

  func query(
    _ account: String? = nil, _ wanted: KeychainQuery.Wanted = .attributes
  ) -> KeychainQuery {
    KeychainQuery(service: service, account: account, accessGroup: group.name, wanted: wanted)
  }
}
