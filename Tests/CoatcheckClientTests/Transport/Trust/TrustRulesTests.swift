// SPDX-License-Identifier: Apache-2.0

import TestKit
@testable import CoatcheckClient

@Suite("The trust in a host")
struct TrustRulesTests {
  private static let pinned = HostTrust.pinned([.certificate(der: Data([1]))])

  static let lookups: [Case<(rules: [String: HostTrust], authority: String, isFound: Bool)>] = [
    Case("of the host", (["a.example": pinned], "a.example", true)),
    Case("of the host, for any port", (["a.example": pinned], "a.example:8443", true)),
    Case("of the port", (["a.example:8443": pinned], "a.example:8443", true)),
    Case(
      "of the port, which has precedence",
      (["a.example:8443": pinned, "a.example": .system], "a.example:8443", true)),
    Case(
      "of the port, for another one",
      (["a.example:8443": .system, "a.example": pinned], "a.example:1", true)),
    Case("of another port", (["a.example:8443": pinned], "a.example", false)),
    Case("of the default port", (["a.example:443": pinned], "a.example", true)),
    Case("in capitals", (["A.Example": pinned], "a.example", true)),
    Case("with a trailing dot", (["a.example": pinned], "a.example.", true)),
    Case("with a trailing dot in the rule", (["a.example.": pinned], "a.example:1", true)),
    Case("for a subdomain", (["a.example": pinned], "b.a.example", false)),
    Case("for the parent domain", (["b.a.example": pinned], "a.example", false)),
    Case("of an address", (["127.0.0.1": pinned], "127.0.0.1:8443", true)),
    Case("of an IPv6 address", (["[::1]": pinned], "[::1]:8443", true)),
    Case("of an IPv6 address alone", (["[::1]": pinned], "[::1]", true)),
  ]

  @Test("is found by the host that a request goes to", arguments: lookups)
  func lookup(_ row: Case<(rules: [String: HostTrust], authority: String, isFound: Bool)>) throws {
    let rules = try TrustRules(row.value.rules)
    #expect(rules.rule(for: row.value.authority) == (row.value.isFound ? Self.pinned : nil))
    #expect(TrustRules.system.rule(for: row.value.authority) == nil)
  }

  @Test(
    "cannot be set for an invalid host",
    arguments: [
      "https://a.example", "*.example", "*", "", "a.example/", "a.example/path", "a b",
      "a@b.example",
      "a.example:0", "a.example:65536", "a.example:x", "a.example?", "a.example#",
      "a\r\nb",
    ])
  func noHost(_ name: String) async {
    await expectError(.misused("hosts", "")) { try TrustRules([name: Self.pinned]) }
  }

  @Test("cannot be set twice for one host")
  func twoRules() async {
    await expectError(.misused("hosts", "")) {
      try TrustRules(["a.example": Self.pinned, "A.example.": .system])
    }
  }

  static let hosts: [Case<(names: String, host: String, isMade: Bool)>] = [
    Case("the name", ("DNS:a.example", "a.example", true)),
    Case("the name in capitals", ("DNS:A.Example", "a.EXAMPLE", true)),
    Case("one of several", ("DNS:b.example,DNS:a.example", "a.example", true)),
    Case("a subdomain", ("DNS:a.example", "b.a.example", false)),
    Case("the parent domain", ("DNS:b.a.example", "a.example", false)),
    Case("a wildcard", ("DNS:*.a.example", "b.a.example", true)),
    Case("a wildcard, two levels below", ("DNS:*.a.example", "c.b.a.example", false)),
    Case("a wildcard, the domain itself", ("DNS:*.a.example", "a.example", false)),
    Case("a wildcard of a top-level domain", ("DNS:*.example", "a.example", false)),
    Case("a part of a label", ("DNS:b*.a.example", "bc.a.example", false)),
    Case("a wildcard in the middle", ("DNS:b.*.example", "b.a.example", false)),
    Case("an address", ("IP:192.0.2.1", "192.0.2.1", true)),
    Case("another address", ("IP:192.0.2.1", "192.0.2.2", false)),
    Case("an address as a name", ("DNS:192.0.2.1", "192.0.2.1", false)),
    Case("an address for a wildcard", ("DNS:*.0.2.1", "192.0.2.1", false)),
    Case("an IPv6 address", ("IP:2001:db8::1", "[2001:db8:0::1]", true)),
    Case("another IPv6 address", ("IP:2001:db8::1", "[2001:db8::2]", false)),
    Case("an email address", ("email:a@a.example,URI:https://a.example", "a.example", false)),
  ]

  @Test("checks whether a certificate is for it", arguments: hosts)
  func names(_ row: Case<(names: String, host: String, isMade: Bool)>) throws {
    let certificates = try Certificates()
    try certificates.certificate("one", key: "a", names: row.value.names)
    let certificate = try #require(ServerCertificate(der: Array(certificates.der("one"))))
    #expect(certificate.isMade(for: row.value.host) == row.value.isMade)
  }

  @Test("reads the same names from a certificate as openssl")
  func reading() throws {
    let certificates = try Certificates()
    let der = try certificates.der("server")
    let certificate = try #require(ServerCertificate(der: Array(der)))
    let key = try Data(base64Encoded: certificates.keyHash("a"))
    #expect(certificate.publicKeySHA256 == key)
    #expect(certificate.sha256 == Data(SHA256.hash(data: der)))
    #expect(certificate.notAfter.timeIntervalSince(certificate.notBefore) == 30 * 86_400)
    let (dates, _) = try ChildProcess.run([
      "sh", "-c",
      "for w in -startdate -enddate; do date -u +%s -d \"$(openssl x509 -inform der -noout $w"
        + " -in \(certificates.folder.path)/server.der | cut -d= -f2)\"; done",
    ])
    #expect(
      dates.split(separator: "\n").compactMap { Double($0) } == [
        certificate.notBefore.timeIntervalSince1970, certificate.notAfter.timeIntervalSince1970,
      ])
    #expect(try CertificatePin.publicKey(ofCertificate: der).sha256 == key)
  }

  private static let bundle = "/etc/ssl/certs/ca-certificates.crt"

  @Test(
    "reads every certificate that the system trusts",
    .enabled(if: FileManager.default.fileExists(atPath: bundle), "there is no such bundle here"))
  func anyCertificate() throws {
    let text = try String(contentsOfFile: Self.bundle, encoding: .utf8)
    let certificates = text.split(separator: "-----BEGIN CERTIFICATE-----").compactMap {
      Data(base64Encoded: String($0.prefix { $0 != "-" }), options: .ignoreUnknownCharacters)
    }
    #expect(certificates.count > 100)
    for (number, der) in certificates.enumerated() {
      #expect(ServerCertificate(der: Array(der)) != nil, "\(number)")
    }
  }

  static let times: [Case<(tag: UInt8, text: String, seconds: Double?)>] = [
    Case("of this century", (0x17, "491231235959Z", 2_524_607_999)),
    Case("of the last one", (0x17, "500101000000Z", -631_152_000)),
    Case("of a leap day", (0x17, "240229120000Z", 1_709_208_000)),
    Case("after 2050", (0x18, "20500101000000Z", 2_524_608_000)),
    Case("at the last possible second", (0x18, "99991231235959Z", 253_402_300_799)),
    Case("with another zone", (0x17, "240229120000+0100", nil)),
    Case("with parts of seconds", (0x18, "20240229120000.5Z", nil)),
    Case("with an impossible month", (0x17, "241329120000Z", nil)),
    Case("with letters", (0x17, "24022912000aZ", nil)),
  ]

  @Test("reads the times of a certificate", arguments: times)
  func time(_ row: Case<(tag: UInt8, text: String, seconds: Double?)>) throws {
    let bytes = Array(try Certificates().der("server"))
    // Both times stand one after the other; each is replaced by the one of the row.
    let start = try #require(
      bytes.indices.first { bytes[$0...].starts(with: [0x30, 30, 0x17, 13]) })
    let time = [row.value.tag, UInt8(row.value.text.utf8.count)] + Array(row.value.text.utf8)
    let validity = [0x30, UInt8(time.count * 2)] + time + time
    var changed = bytes[..<start] + validity + bytes[(start + 32)...]
    // The lengths of the certificate and of its first part are of two bytes each.
    for offset in [2, 6] {
      let length = Int(changed[offset]) << 8 + Int(changed[offset + 1]) + validity.count - 32
      (changed[offset], changed[offset + 1]) = (UInt8(length >> 8), UInt8(length & 0xFF))
    }
    let certificate = ServerCertificate(der: Array(changed))
    #expect(certificate?.notBefore.timeIntervalSince1970 == row.value.seconds)
  }

  // attack: H-16
  @Test("reads no certificate from damaged bytes, and never traps")
  func damaged() throws {
    let bytes = Array(try Certificates().der("server"))
    #expect(ServerCertificate(der: bytes) != nil)
    #expect(ServerCertificate(der: []) == nil)
    #expect(ServerCertificate(der: bytes + [0]) == nil)
    for count in bytes.indices { #expect(ServerCertificate(der: Array(bytes[..<count])) == nil) }
    var generator = SplitMix64(seed: 20_261_121)
    var readable = 0
    for _ in 0..<20_000 {
      var changed = bytes
      for _ in 0...Int.random(in: 0..<4, using: &generator) {
        let index = Int.random(in: changed.indices, using: &generator)
        changed[index] = UInt8.random(in: .min ... .max, using: &generator)
      }
      if let certificate = ServerCertificate(der: changed) {
        readable += 1
        #expect(changed == bytes || certificate.sha256 != Data(SHA256.hash(data: bytes)))
      }
    }
    #expect(readable > 0 && readable < 20_000)
    let random = (0..<20_000).map { _ in
      (0..<Int.random(in: 0..<64, using: &generator)).map { _ in
        UInt8.random(in: .min ... .max, using: &generator)
      }
    }
    #expect(random.allSatisfy { ServerCertificate(der: $0) == nil })
  }

  @Test("accepts only well-formed pins")
  func pins() async throws {
    let hash = Data((0..<32).map { UInt8($0) })
    let text = "sha256//" + hash.base64EncodedString()
    #expect(try CertificatePin.publicKey(text) == .publicKey(sha256: hash))
    #expect(try CertificatePin.publicKey(sha256: hash) != .certificate(sha256: hash))
    for text in [
      "", "sha256//", hash.base64EncodedString(), "sha1//" + hash.base64EncodedString(),
      "sha256//" + hash.dropLast().base64EncodedString(), text + "!",
    ] {
      await expectError(.misused("text", "")) { try CertificatePin.publicKey(text) }
    }
    await expectError(.misused("sha256", "")) {
      try CertificatePin.certificate(sha256: hash.dropLast())
    }
    await expectError(.misused("der", "")) {
      try CertificatePin.publicKey(ofCertificate: hash)
    }
    await expectError(.misused("certificates", "")) { try HostTrust.authorities([]) }
    await expectError(.misused("certificates", "")) { try HostTrust.authorities([hash]) }
  }
}
