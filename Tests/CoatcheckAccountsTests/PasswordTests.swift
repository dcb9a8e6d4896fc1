// SPDX-License-Identifier: Apache-2.0
import TestSupport
@testable import CoatcheckAccounts

@Suite("Passwords and their hashes")
struct PasswordTests {
  private static let salt = Array("0123456789abcdef".utf8)

  private func hash(_ typed: String, _ cost: ScryptCost = .testing) throws -> PasswordHash {
    try PasswordHash(of: Password(typed), salt: Self.salt, cost: cost)
  }

  @Test(
    "an invalid password is refused, not cut or changed",
    arguments: [
      "", "\0", "secret\0", "a\0b", String(repeating: "x", count: 1025),
      String(repeating: "é", count: 513), String(repeating: "x", count: 1 << 20),
      String(repeating: "\u{FB2C}", count: 341),
    ])
  func refused(_ typed: String) {
    #expect(throws: AccountError(.invalidPassword, "")) { try Password(typed) }
  }

  @Test("all bytes matter, up to the last of 1024, and spaces too")
  func everyByte() throws {
    let long = String(repeating: "x", count: 1023)
    let stored = try hash(long + "a")
    #expect(try stored.verifies(Password(long + "a")))
    #expect(try !stored.verifies(Password(long + "b")))
    #expect(try !stored.verifies(Password(long)))
    #expect(try !hash("secret").verifies(Password("secret ")))
    #expect(try !hash("secret").verifies(Password("Secret")))
  }

  @Test("the two forms of an é are one password; compatibility forms are not")
  func normalisation() throws {
    #expect(try hash("caf\u{E9}").verifies(Password("cafe\u{301}")))
    #expect(try !hash("\u{FB01}").verifies(Password("fi")))
  }

  @Test("scrypt matches the test vector of RFC 7914 §12")
  func knownAnswer() throws {
    // scrypt (P="password", S="NaCl", N=1024, r=8, p=16, dkLen=64), of which the first 32 bytes are
    // those of dkLen=32: PBKDF2 makes its blocks one after another.
    let cost = try ScryptCost(logRounds: 10, blockSize: 8, passes: 16)
    let hash = try PasswordHash(of: Password("password"), salt: Array("NaCl".utf8), cost: cost)
    #expect(
      hash.text == "$scrypt$ln=10,r=8,p=16$TmFDbA$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWI")
  }

  @Test("a hash is stored as text and read back the same")
  func text() throws {
    let stored = try hash("secret")
    #expect(stored.text.hasPrefix("$scrypt$ln=4,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$"))
    let read = try PasswordHash(text: stored.text)
    #expect(read == stored)
    #expect(try read.verifies(Password("secret")))
    #expect(try read != hash("other"))
  }

  @Test(
    "a damaged or foreign hash is refused, and so is one with too high a cost",
    arguments: [
      ("$scrypt$", "$argon2id$"), ("$scrypt$", "scrypt$"), ("ln=4", "ln=04"), ("ln=4", "ln=+4"),
      ("ln=4", "ln=3"), ("ln=4", "ln=21"), ("ln=4", "ln=63"), ("ln=4", "ln=-4"), ("ln=4", "ln="),
      ("ln=4", "ln=20"), ("r=8", "r=0"), ("r=8", "r=17"), ("p=1", "p=0"), ("p=1", "p=99"),
      ("ln=4,r=8", "r=8,ln=4"), (",p=1", ""), ("$MDEy", "$MDE"), ("$MDEy", "$*DEy"),
      ("$MDEyMzQ1Njc4OWFiY2RlZg", "$"), ("$MDEyMzQ1Njc4OWFiY2RlZg", "$MDEyMzQ1Njc4OWFiY2RlZg=="),
      ("$MDEyMzQ1Njc4OWFiY2RlZg", "$MDEyMzQ1Njc4OWFiY2RlZh"),
    ])
  func foreign(_ part: String, _ replacement: String) throws {
    let text = try hash("secret").text
    let range = try #require(text.range(of: part))
    #expect(throws: AccountError(.invalidHash, "")) {
      try PasswordHash(text: text.replacingCharacters(in: range, with: replacement))
    }
    #expect(throws: AccountError(.invalidHash, "")) { try PasswordHash(text: text + "$") }
  }

  @Test("a hash with another cost still verifies, and needs a rehash")
  func rehash() throws {
    let dear = try ScryptCost(logRounds: 6, blockSize: 16, passes: 2)
    let stored = try hash("secret", dear)
    #expect(try PasswordHash(text: stored.text).verifies(Password("secret")))
    #expect(stored.needsRehash(to: .testing))
    #expect(!stored.needsRehash(to: dear))
  }

  @Test("all costs within the bounds work", arguments: [1, 8, 16])
  func costs(_ blockSize: Int) throws {
    for passes in [1, 2, 16] {
      let cost = try ScryptCost(logRounds: 4, blockSize: blockSize, passes: passes)
      #expect(try hash("secret", cost).verifies(Password("secret")))
    }
  }

  @Test("passwords and hashes are redacted when they are printed")
  func redacted() throws {
    let password = try Password("hunter2")
    let stored = try hash("hunter2")
    var dumped = ""
    dump(password, to: &dumped)
    dump(stored, to: &dumped)
    dump(User(id: "u", name: try UserName("alice"), passwordHash: stored), to: &dumped)
    for text in ["\(password)", "\(stored)", String(reflecting: password), dumped] {
      #expect(!text.contains("hunter2") && !text.contains("104") && !text.contains("$scrypt"))
    }
  }
}
