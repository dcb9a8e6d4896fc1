// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import TestKit

@Suite("The configuration of a tenant")
struct IDaaSConfigurationTests {
  @Test(
    "takes any https origin, and plain http on this machine",
    arguments: [
      "https://tenant.example", "https://tenant.example/", "https://tenant.example:8443",
      "https://tenant.bccastle.com", "http://127.0.0.1:8080", "http://localhost",
    ])
  func origins(_ domain: String) throws {
    let configuration = try IDaaSConfiguration(domain: domain, clientID: "app")
    #expect(configuration.origin.path == "/")
    #expect(!configuration.origin.text.hasSuffix("/"))
  }

  @Test(
    "refuses a domain that is not an origin",
    arguments: [
      "", "tenant.example", "http://tenant.example", "https://tenant.example/path",
      "https://tenant.example?x=1", "https://tenant.example/?x=1", "https://me@tenant.example",
      "https://tenant.example#x", "ftp://tenant.example", "https://", "https://tenant.example//",
    ])
  func noOrigins(_ domain: String) {
    let error = #expect(throws: OAuthError.self) {
      try IDaaSConfiguration(domain: domain, clientID: "app")
    }
    #expect(error?.outcome == .misused)
    #expect(error?.parameter == "domain")
  }

  @Test("refuses a client id that cannot be sent", arguments: ["", "a b", "ä", "a\nb"])
  func clientIDs(_ id: String) {
    let error = #expect(throws: OAuthError.self) {
      try IDaaSConfiguration(domain: "https://tenant.example", clientID: id)
    }
    #expect(error?.parameter == "clientID")
  }

  @Test("names the device's system with its version")
  func system() throws {
    let configuration = try IDaaSConfiguration(domain: "https://tenant.example", clientID: "app")
    #expect(configuration.system.wholeMatch(of: #/[A-Za-z]+ [0-9]+\.[0-9]+\.[0-9]+/#) != nil)
  }

  @Test(
    "passes certificate pins to the transport's trust rules")
  func pins() throws {
    let pin = try CertificatePin.publicKey("sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
    let trust = try TrustRules(["tenant.example": .system(and: [pin])])
    let idaas = try IDaaS(
      IDaaSConfiguration(domain: "https://tenant.example", clientID: "app"),
      store: MemoryTokenStore(), trust: trust)
    #expect(idaas.issuer == "https://tenant.example/api/v1/oauth2")
  }
}
