// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckStoreTesting
import TestSupport

@Suite("Sealed records")
struct SealedRecordsTests {
  let base = MemoryRecords()
  let session: StoredSession

  init() throws { session = try SampleSession.make("alice@example.org", name: "secret-name") }

  private func store(_ byte: UInt8 = 1) throws -> RecordTokenStore<SealedRecords<MemoryRecords>> {
    RecordTokenStore(SealedRecords(base, source: try FixedKey(byte)))
  }

  private func record() async throws -> (key: String, content: [UInt8]) {
    let key = try #require(await base.keys(where: [:], after: nil, limit: nil).first)
    return (key, try #require(await base.read(key)))
  }

  @Test("reveal nothing of the session to their storage, and never the same bytes twice")
  func hidden() async throws {
    let store = try store()
    try await store.save(session)
    let first = try await record()
    try await store.save(session)
    let second = try await record()
    #expect(first.key == second.key && first.content != second.content)
    let text = String(decoding: first.content, as: UTF8.self)
    for word in ["\"at-1\"", "\"rt-1\"", "alice", "op.example", "secret-name", "client-secret"] {
      #expect(!text.contains(word))
    }
    #expect(store.place.protection == .sealed(key: "fixed"))
    // The plain values find nothing in the storage; the store finds the record by the blinded ones.
    #expect(await base.keys(where: ["name": "secret-name"], after: nil, limit: nil).isEmpty)
    #expect(try await store.sessions(AccountFilter(name: "secret-name")).count == 1)
    #expect(try await store.records.keys(where: ["name": "x"], after: nil, limit: nil).isEmpty)
  }

  @Test("of another key are locked, not lost, and the error names both keys")
  func otherKey() async throws {
    try await store(1).save(session)
    let before = try await record().content
    let error = try #require(await failure { try await store(2).sessions() })
    #expect(error.code == .storeLocked)
    for byte: UInt8 in [1, 2] {
      #expect(error.reason.contains(try SealingKey(Array(repeating: byte, count: 32)).id))
    }
    #expect(try await record().content == before)
    #expect(try await store(1).session(session.account)?.json == session.json)
  }

  @Test("are not mixed with those of a new key when the old key is missing")
  func lostKey() async throws {
    try await store(1).save(session)
    let lost = RecordTokenStore(SealedRecords(base, source: FixedKey()))
    #expect(await failure { try await lost.sessions() }?.code == .storeLocked)
    let other = try SampleSession.make("bob")
    #expect(await failure { try await lost.save(other) }?.code == .storeLocked)
    #expect(await base.keys(where: [:], after: nil, limit: nil).count == 1)
  }

  @Test("with any changed byte are set aside and named")
  func damaged() async throws {
    let store = try store()
    for place in [0.0, 0.5, 1.0] {
      try await store.save(session)
      let (key, content) = try await record()
      let json = try JSONObject(parsing: content)
      var sealed = try Base64URL.decode(try #require(json["sealed"]?.stringValue))
      // The nonce, the ciphertext and the tag.
      let index = Int(place * Double(sealed.count - 1))
      sealed[index] ^= 1
      var changed = json
      changed["sealed"] = .string(Base64URL.encode(sealed))
      try await base.write(StoredRecord(key: key, content: changed.serialized()))
      let error = try #require(await failure { try await store.session(session.account) })
      #expect(error.code == .storeDamaged)
      #expect(error.reason.contains(".damaged"))
      #expect(try await store.session(session.account) == nil)
    }
  }

  static let rubbish: [(String, OAuthError.Code)] = [
    ("", .storeDamaged), ("<html>", .storeDamaged), (#"{"sealed":"AAAA"}"#, .storeDamaged),
    (#"{"version":1,"key":"0000","sealed":"AAAA"}"#, .storeDamaged),
    (#"{"version":1,"key":"0123456789abcdef","sealed":"="}"#, .storeDamaged),
    (#"{"version":2,"key":"0123456789abcdef","sealed":"AAAA"}"#, .storeFailed),
    (#"{"version":1,"key":"0123456789abcdef","sealed":"AAAA"}"#, .storeLocked),
    (#"{"version":1,"issuer":"https://op.example"}"#, .storeFailed),
  ]

  @Test("with invalid content have their own error each", arguments: rubbish)
  func malformed(_ text: String, _ code: OAuthError.Code) async throws {
    try await store().save(session)
    try await base.write(StoredRecord(key: try await record().key, content: Array(text.utf8)))
    #expect(await failure { try await store().session(session.account) }?.code == code)
  }

  @Test("which are not sealed are refused and left unchanged: any process could have planted them")
  func planted() async throws {
    let store = try store()
    try await RecordTokenStore(base).save(session)
    let error = try #require(await failure { try await store.session(session.account) })
    #expect(error.code == .storeFailed && error.reason.contains("is not sealed"))
    #expect(await failure { try await store.sessions() }?.code == .storeFailed)
    #expect(try await record().content == session.json.serialized())
  }

  @Test("cannot be swapped: one under another key is refused")
  func moved() async throws {
    let store = try store()
    let bob = try SampleSession.make("bob")
    try await store.save(session)
    let (_, content) = try await record()
    try await store.remove(session.account)
    try await store.save(bob)
    try await base.write(StoredRecord(key: try await record().key, content: content))
    #expect(await failure { try await store.session(bob.account) }?.code == .storeDamaged)
  }

  @Test("are locked for a store of plain text in the same folder, and stay there")
  func notPlain() async throws {
    try await store().save(session)
    let plain = RecordTokenStore(base)
    #expect(await failure { try await plain.sessions() }?.code == .storeLocked)
    #expect(await base.keys(where: [:], after: nil, limit: nil).count == 1)
  }

  @Test("are opened synchronously when the key is available")
  func atOnce() async throws {
    let folder = try Folder()
    let records = FileRecords(directory: folder.path)
    let store = RecordTokenStore(SealedRecords(records, source: try FixedKey(1)))
    try await store.save(session)
    try await store.save(try SampleSession.make("bob"))
    #expect(try store.records.sessionAtOnce(named: "secret-name")?.json == session.json)
    #expect(try store.records.sessionAtOnce(named: "unknown") == nil)
    try await store.setDefaultAccount(session.account)
    #expect(try store.records.sessionAtOnce(named: nil)?.json == session.json)
    let locked = RecordTokenStore(SealedRecords(records, source: FixedKey()))
    #expect(await failure { try locked.records.sessionAtOnce(named: "bob") }?.code == .storeLocked)
    for name in try folder.files() {
      let text = String(decoding: folder.read(name) ?? [], as: UTF8.self)
      #expect(!text.contains("secret-name") && !text.contains("alice"))
    }
  }

  @Test("open with a key that was replaced meanwhile, by requesting it again")
  func replacedCopy() async throws {
    let (keyring, secrets) = (MemoryKeyring(), MemorySecrets())
    let folder = try Folder()
    let source = SecretServiceKey(secrets, keyring: keyring, store: "s", folder: folder.path)
    let sealed = RecordTokenStore(SealedRecords(base, source: source))
    try await sealed.save(session)
    keyring.replaceAll(Array(repeating: 9, count: 32))
    let again = RecordTokenStore(SealedRecords(base, source: source))
    #expect(try await again.session(session.account)?.json == session.json)
  }
}
