// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Records as keys in the memory of the Linux kernel: nothing ever reaches a disk.
///
/// They are gone at a reboot, and when the last process of the user has ended: this is for sign-ins
/// that shall not outlive the session. A record holds at most 32,767 bytes, and the kernel's usual
/// quota for all keys of a user who is not root is 200 keys and 20,000 bytes. Programs of the same
/// user can read them, as they can read files.
public struct KernelKeyringRecords: RecordStore {
  private let namespace: String
  private let timeout: Duration?
  private let locks: LockFolder

  /// Creates a store of records in the keyring of the user that the program runs as.
  ///
  /// - Parameters:
  ///   - namespace: A name that separates these records from others in the same keyring.
  ///   - timeout: How long a record is kept after it was written; nil for as long as the kernel does.
  ///   - environment: What waits while another process has a lock.
  public init(
    namespace: String = "default", timeout: Duration? = nil, environment: RuntimeEnvironment = .live
  ) {
    self.namespace = StoreNamespace.name(namespace)
    self.timeout = timeout
    locks = LockFolder(
      path: RuntimeFolder.path("keyring-\(self.namespace)"), environment: environment)
  }

  /// The kernel's keyring, saying that it forgets.
  public var place: StoreLocation {
    StoreLocation(
      kind: "kernel-keyring",
      location:
        "the kernel's memory, namespace \(namespace): gone at reboot and after the last logout",
      protection: .system)
  }

  /// Checks that the kernel's keyring can be used on this machine.
  ///
  /// - Throws: `OAuthError` with `storeFailed` and the reason when it cannot, as in many containers.
  public func probe() throws(OAuthError) {
    _ = try KernelKeyring.names(beginningWith: prefix)
  }

  /// The keys of the records with these index values.
  public func keys(
    where index: [String: String], after: String?, limit: Int?
  ) async throws(OAuthError) -> [String] {
    let all = try KernelKeyring.names(beginningWith: prefix).map {
      String($0.dropFirst(prefix.count))
    }
    var keys: [String] = []
    for key in all.sorted() where after == nil || key > after ?? "" {
      if keys.count == limit { break }
      guard !index.isEmpty else {
        keys.append(key)
        continue
      }
      guard let payload = try KernelKeyring.read(prefix + key) else { continue }
      // Reading a damaged record throws; the list must not hide the record.
      let entry = try? RecordEnvelope(payload)
      if entry.map({ entry in index.allSatisfy { entry.index[$0.key] == $0.value } }) ?? true {
        keys.append(key)
      }
    }
    return keys
  }

  /// The content of a record; nil if there is no such record.
  public func read(_ key: String) async throws(OAuthError) -> [UInt8]? { try content(key) }

  private func content(_ key: String) throws(OAuthError) -> [UInt8]? {
    guard let payload = try KernelKeyring.read(prefix + key) else { return nil }
    // A payload without a valid envelope is returned as it is: the reader detects the damage and sets
    // the record aside.
    return (try? RecordEnvelope(payload))?.content ?? payload
  }

  /// Keeps a record until the kernel forgets it.
  ///
  /// - Throws: `OAuthError` with `storeFailed` when the record with its index is longer than 32,767 bytes,
  ///   the quota of the user is used up, or the keyring cannot be used; `cancelled` when the task is
  ///   cancelled while it waits for the lock. The old record is still there then.
  public func write(_ record: StoredRecord) async throws(OAuthError) {
    let payload = RecordEnvelope(index: record.index, content: record.content).bytes
    let (name, timeout) = (prefix + record.key, timeout)
    try await locked(record.key) { () throws(OAuthError) in
      try KernelKeyring.write(name, payload, timeout: timeout)
    }
  }

  /// Removes a record.
  public func remove(_ key: String) async throws(OAuthError) {
    let name = prefix + key
    try await locked(key) { () throws(OAuthError) in try KernelKeyring.remove(name) }
  }

  /// Keeps a damaged record under another name.
  public func setAside(
    _ key: String, ifStill content: [UInt8]
  ) async throws(OAuthError) -> String? {
    _ = try PrivateFolder.create(locks.path)
    // Only the lock ensures that no valid record is being written at this moment.
    let aside: String?? = try locks.ifFree(.record(key)) { () throws(OAuthError) in
      guard try self.content(key) == content,
        let payload = try KernelKeyring.read(prefix + key)
      else { return nil }
      let name = try freeName(for: key)
      try KernelKeyring.write(name, payload, timeout: nil)
      try KernelKeyring.remove(prefix + key)
      return name
    }
    return aside ?? nil
  }

  /// A name that is not taken, so that records that were set aside before are kept.
  private func freeName(for key: String) throws(OAuthError) -> String {
    let first = "coatcheck:\(namespace):damaged:\(key)"
    let taken = Set(try KernelKeyring.names(beginningWith: first))
    guard taken.contains(first) else { return first }
    return (2...).lazy.map { "\(first):\($0)" }.first { !taken.contains($0) } ?? first
  }

  /// The name of the record's key in the kernel's keyring.
  public func location(of key: String) -> String { "\(prefix)\(key) in the kernel's keyring" }

  /// Runs `body` while no other task, in any process, holds the same lock of this namespace.
  public func withLock<Value: Sendable>(
    _ lock: StoreLock, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await locks.withLock(lock, body)
  }

  private func locked(
    _ key: String, _ work: @escaping @Sendable () throws(OAuthError) -> Void
  ) async throws(OAuthError) {
    do {
      try await locks.withLock(.record(key)) { try work() }
    } catch {
      throw OAuthError.known(error) ?? .store("\(error)")
    }
  }

  private var prefix: String { "coatcheck:\(namespace):record:" }
}

/// A token store in the memory of the Linux kernel.
public typealias KernelKeyringTokenStore = RecordTokenStore<KernelKeyringRecords>
