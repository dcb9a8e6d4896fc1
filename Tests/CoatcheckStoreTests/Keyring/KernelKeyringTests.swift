// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckStoreTesting
import TestSupport

/// These tests use the keyring of the running kernel.
@Suite(
  "Kernel keyring",
  .enabled(if: KeyringSite.isPossible, "the kernel's keyring cannot be used here, as in containers")
)
struct KernelKeyringTests {
  // attack: ST-13, ST-14, ST-23
  @Test("keeps the contract of every token store", arguments: TokenStoreContract.checks)
  func contract(_ check: TokenStoreContract.Check) async throws {
    try await KeyringSite.with { namespace in
      // A key holds 32 KiB, with four texts of a session in it twice.
      let site = TokenStoreContract.Site(maximumTextLength: 1 << 10) {
        KernelKeyringTokenStore(.init(namespace: namespace))
      }
      try await check.run(in: site)
    }
  }

  @Test("a key is read, replaced and removed, from any thread")
  func threads() async throws {
    try await KeyringSite.with { namespace in
      let name = "coatcheck:\(namespace):record:key"
      #expect(try KernelKeyring.read(name) == nil)
      try KernelKeyring.write(name, [1, 2, 3], timeout: nil)
      let read = await withTaskGroup(of: [UInt8]?.self) { group in
        for _ in 0..<8 {
          group.addTask {
            await withCheckedContinuation { continuation in
              Thread.detachNewThread {
                continuation.resume(returning: (try? KernelKeyring.read(name)) ?? nil)
              }
            }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(read == Array(repeating: [1, 2, 3], count: 8))
      let long = [UInt8](repeating: 7, count: KernelKeyring.maximumLength)
      try KernelKeyring.write(name, long, timeout: nil)
      #expect(try KernelKeyring.read(name) == long)
      try KernelKeyring.remove(name)
      #expect(try KernelKeyring.read(name) == nil)
      try KernelKeyring.remove(name)
    }
  }

  @Test("only a possessor of the key has a right to it")
  func rights() async throws {
    try await KeyringSite.with { namespace in
      let name = "coatcheck:\(namespace):record:key"
      try KernelKeyring.write(name, [1], timeout: nil)
      // The rights are those of the possessor, the owner, the group and others, two digits each.
      let (keys, _) = try await ChildProcess("/bin/cat", ["/proc/keys"]).end()
      let line = keys.split(separator: "\n").first { $0.contains(namespace) }
      #expect(line?.contains(" 3f000000 ") == true, "\(keys)")
    }
  }

  @Test("a key with a timeout expires", .timeLimit(.minutes(10)))
  func timeout() async throws {
    try await KeyringSite.with { namespace in
      let name = "coatcheck:\(namespace):record:key"
      try KernelKeyring.write(name, [1], timeout: .seconds(1))
      for _ in 0..<500 where try KernelKeyring.read(name) != nil {
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(try KernelKeyring.read(name) == nil)
      try KernelKeyring.write(name, [2], timeout: nil)
      #expect(try KernelKeyring.read(name) == [2])
    }
  }

  @Test("a record that is too long is refused, and the older one stays")
  func tooLong() async throws {
    try await KeyringSite.with { namespace in
      let records = KernelKeyringRecords(namespace: namespace)
      try await records.write(StoredRecord(key: "key", content: [1]))
      let error = await failure {
        try await records.write(
          StoredRecord(key: "key", content: [UInt8](repeating: 1, count: 32_766)))
      }
      #expect(error?.code == .storeFailed)
      #expect(error?.reason.contains("32767 bytes") == true)
      #expect(try await records.read("key") == [1])
    }
  }

  @Test("damaged records are kept aside, each under a name of its own")
  func damaged() async throws {
    try await KeyringSite.with { namespace in
      let store = KernelKeyringTokenStore(.init(namespace: namespace))
      let session = try SampleSession.make()
      let name = "coatcheck:\(namespace):record:\(session.account.fingerprint)"
      var places: Set<String> = []
      for byte: UInt8 in [1, 2, 3] {
        try KernelKeyring.write(name, [byte], timeout: nil)
        let error = await failure { try await store.session(session.account) }
        #expect(error?.code == .storeDamaged)
        places.insert(error?.reason ?? "")
        #expect(try await store.session(session.account) == nil)
      }
      #expect(places.count == 3)
      let aside = try KernelKeyring.names(beginningWith: "coatcheck:\(namespace):damaged:")
      #expect(Set(try aside.map { try KernelKeyring.read($0) }) == [[1], [2], [3]])
    }
  }

  @Test("programs share the records and lose no update", .timeLimit(.minutes(10)))
  func programs() async throws {
    try await KeyringSite.with { namespace in
      let workers = try (0..<3).map { _ in
        try ChildProcess(
          BuiltProgram.path("StoreWorker"), ["keyring", namespace, "count", "alice", "200"])
      }
      for worker in workers {
        let (output, status) = try await worker.end()
        #expect(status == 0 && output.contains("counted"), "\(output)")
      }
      let store = KernelKeyringTokenStore(.init(namespace: namespace))
      #expect(try await store.session(SampleSession.make().account)?.generation == 600)
    }
  }
}

/// A namespace of its own in the user's keyring.
private enum KeyringSite {
  static let isPossible = (try? KernelKeyringRecords(namespace: "probe").probe()) != nil

  static func with(_ body: (String) async throws -> Void) async throws {
    let namespace = "test-\(UUID().uuidString)"
    defer {
      let names = (try? KernelKeyring.names(beginningWith: "coatcheck:\(namespace):")) ?? []
      for name in names { try? KernelKeyring.remove(name) }
    }
    try await body(namespace)
  }
}
