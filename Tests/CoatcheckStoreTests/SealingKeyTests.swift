// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import TestSupport

@Suite("The key of a sealed store")
struct SealingKeyTests {
  let folder: Folder
  let keyring = MemoryKeyring()
  let secrets = MemorySecrets()

  init() throws { folder = try Folder() }

  private var secretService: SecretServiceKey {
    SecretServiceKey(secrets, keyring: keyring, store: "s", folder: folder.path)
  }

  @Test("has 32 bytes, an id, and is redacted in descriptions")
  func key() async throws {
    let key = try SealingKey(Array(0..<32))
    #expect(key.id.count == 16)
    #expect(try key.id != SealingKey.random().id)
    #expect("\(key)" == "SealingKey(\(key.id))")
    #expect(!String(reflecting: key).contains(Base64URL.encode(Array(0..<32))))
    for count in [0, 16, 31, 33] {
      #expect(
        await failure { try SealingKey(Array(repeating: 1, count: count)) }?.outcome == .misused)
    }
  }

  @Test("in the Secret Service is one for any number of concurrent processes")
  func oneKey() async throws {
    let ids = try await withThrowingTaskGroup(of: String.self) { group in
      for n in 0..<20 {
        group.addTask {
          // Each has a source and a keyring of its own, as on machines without a shared keyring.
          let source = SecretServiceKey(
            secrets, keyring: n % 2 == 0 ? keyring : MemoryKeyring(), store: "s",
            folder: folder.path)
          return try await source.makeKey().id
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(ids.count == 1)
    #expect(secrets.stores == 1)
  }

  @Test(
    "in the Secret Service is copied to the keyring for a while, so that D-Bus is not used again")
  func copy() async throws {
    #expect(try await secretService.key() == nil)
    let key = try await secretService.makeKey()
    let lookups = secrets.lookups
    #expect(try secretService.keyAtOnce()?.id == key.id)
    #expect(try await secretService.key()?.id == key.id)
    #expect(secrets.lookups == lookups)
    keyring.advance(.seconds(9 * 3600))
    #expect(try secretService.keyAtOnce() == nil)
    #expect(try await secretService.key()?.id == key.id)
    #expect(try secretService.keyAtOnce()?.id == key.id)
  }

  @Test("in the Secret Service works without a keyring that fails")
  func brokenKeyring() async throws {
    keyring.fail(.unreachable(.storeFailed, "seccomp"))
    let key = try await secretService.makeKey()
    #expect(try await secretService.key()?.id == key.id)
  }

  @Test("in a locked Secret Service is locked: no other key is made")
  func locked() async throws {
    secrets.fail(MemorySecrets.locked)
    #expect(await failure { try await secretService.key() }?.code == .storeLocked)
    #expect(await failure { try await secretService.makeKey() }?.code == .storeLocked)
    #expect(secrets.stores == 0)
  }

  @Test("in the kernel's keyring is one for all processes, until the machine restarts")
  func inKeyring() async throws {
    let source = KeyringKey(keyring, store: "s", folder: folder.path)
    #expect(try source.keyAtOnce() == nil)
    async let one = source.makeKey()
    async let two = KeyringKey(keyring, store: "s", folder: folder.path).makeKey()
    let ids = try await [one.id, two.id]
    #expect(ids[0] == ids[1])
    #expect(try source.keyAtOnce()?.id == ids[0])
    keyring.forget()
    #expect(try await source.key() == nil)
    keyring.replaceAll([1])
    #expect(try await KeyringKey(keyring, store: "x", folder: folder.path).key() == nil)
  }

  @Test("of systemd is the credential of the service, and is never generated")
  func systemd() async throws {
    let absent = SystemdCredentialKey(directory: nil)
    #expect(await failure { try absent.keyAtOnce() }?.code == .storeLocked)
    let source = SystemdCredentialKey(directory: folder.path)
    #expect(await failure { try await source.makeKey() }?.code == .storeLocked)
    try folder.write("coatcheck-key", Array(repeating: 7, count: 31))
    #expect(chmod(folder.path + "/coatcheck-key", 0o400) == 0)
    #expect(await failure { try await source.key() }?.code == .storeLocked)
    _ = try? FileManager.default.removeItem(atPath: folder.path + "/coatcheck-key")
    try folder.write("coatcheck-key", Array(repeating: 7, count: 32))
    #expect(chmod(folder.path + "/coatcheck-key", 0o444) == 0)
    #expect(await failure { try await source.key() }?.code == .storeFailed)
    #expect(chmod(folder.path + "/coatcheck-key", 0o400) == 0)
    let key = try #require(try source.keyAtOnce())
    #expect(try await source.makeKey().id == key.id)
  }

  private func passphrase(_ text: String?) -> PassphraseKey {
    PassphraseKey(folder: folder.path) { () throws(OAuthError) in text.map { Secret($0) } }
  }

  @Test("of a passphrase is the same each time, and a wrong passphrase is detected")
  func ofPassphrase() async throws {
    #expect(try await passphrase("correct horse").key() == nil)
    #expect(await failure { try await passphrase(nil).makeKey() }?.code == .storeLocked)
    let key = try await passphrase("correct horse").makeKey()
    #expect(try await passphrase("correct horse").key()?.id == key.id)
    #expect(try await passphrase("correct horse").makeKey().id == key.id)
    for wrong in ["correct hors", "", nil] as [String?] {
      #expect(await failure { try await passphrase(wrong).key() }?.code == .storeLocked)
      #expect(await failure { try await passphrase(wrong).makeKey() }?.code == .storeLocked)
    }
    let parameters = try JSONObject(parsing: try #require(folder.read("passphrase.json")))
    #expect(parameters["cost"]?.intValue == 1 << 15)
    #expect(parameters["key"]?.stringValue == key.id)
  }

  @Test("of a passphrase is not computed at a cost that another process wrote into the file")
  func dearPassphrase() async throws {
    _ = try await passphrase("p").makeKey()
    var json = try JSONObject(parsing: try #require(folder.read("passphrase.json")))
    json["cost"] = .number(JSONNumber(1 << 30))
    try folder.write("passphrase.json", json.serialized())
    #expect(await failure { try await passphrase("p").key() }?.code == .storeDamaged)
  }

  @Test("of a passphrase in a file ignores the final line break")
  func passphraseFile() async throws {
    try folder.write("phrase", Array("geheim\n".utf8))
    #expect(chmod(folder.path + "/phrase", 0o600) == 0)
    let key = try await PassphraseKey(folder: folder.path, file: folder.path + "/phrase").makeKey()
    #expect(try await passphrase("geheim").key()?.id == key.id)
    let none = PassphraseKey(folder: folder.path, file: folder.path + "/other")
    #expect(await failure { try await none.key() }?.code == .storeLocked)
  }
}
