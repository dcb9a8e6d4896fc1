// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Issuers and endpoints")
struct AddressTests {
  @Test(
    "an endpoint is https, or http on this machine",
    arguments: [
      "https://op.example/token", "https://op.example", "https://op.example:8443/a?b=c",
      "http://localhost:1/t", "http://127.0.0.1:65535/t", "http://127.9.9.9/t", "http://[::1]:80/t",
      "HTTPS://OP.example/x", "https://h/$(id)",
    ])
  func goodEndpoint(text: String) throws {
    #expect(try Endpoint(text).text == text)
  }

  @Test(
    "plain http to another machine and other schemes are not endpoints",
    arguments: [
      "http://192.0.2.1/t", "http://op.example/t", "http://127.0.0.1.evil.example/t",
      "http://localhost.evil.example/t", "http://127.0.0.256/t", "http://127.1/t",
      "http://0x7f.0.0.1/", "http://[::2]/t", "javascript:alert(1)", "file:///etc/passwd",
      "ftp://op.example/t", "https:/t",
    ])
  func insecureEndpoint(text: String) {
    let error = failure { try Endpoint(text) }
    #expect(error?.outcome == .misused && error?.code == .insecureEndpoint)
  }

  @Test(
    "a malformed or ambiguous URL is not an endpoint",
    arguments: [
      "", "op.example/token", "-oProxyCommand=x", "https://", "https:///t", "https://h/#f",
      "https://h/#", "https://user@h/", "https://user:pass@h/", "https://h:0/", "https://h:65536/",
      "https://h:/", "https://h:8a/", "https://h/;touch /tmp/p", "https://h/\\evil",
      "https://h\\@evil/", "https://h/\n", "https://h/\u{0}", "https://h。evil/", "https://h/é",
      "https://h%2eevil/", "https://h/%zz", " https://h/", "https://[::1/", "https://[zz]/",
    ])
  func malformedEndpoint(text: String) {
    expectError(.misused("", ""), naming: "endpoint") { try Endpoint(text) }
  }

  @Test("an endpoint knows the parts of its request line")
  func parts() throws {
    let endpoint = try Endpoint("https://OP.example:8443/a/b?c=d")
    #expect(endpoint.scheme == "https")
    #expect(endpoint.authority == "op.example:8443")
    #expect(endpoint.path == "/a/b?c=d")
    #expect(try Endpoint("https://op.example").path == "/")
    #expect(try Endpoint("https://op.example?x=y").path == "/?x=y")
  }

  @Test(
    "a URL with a query, a fragment, a user or plain http is not an issuer",
    arguments: [
      "https://op.example?", "https://op.example/?a=b", "https://op.example#",
      "https://u@op.example", "http://op.example", "op.example", "", "https://op.example:99999",
    ])
  func badIssuer(text: String) {
    let error = failure { try Issuer(text) }
    #expect(error?.outcome == .misused && error?.parameter == "issuer")
  }

  @Test("issuers are compared byte for byte")
  func exactIssuer() throws {
    let issuer = try Issuer("https://op.example")
    #expect(issuer == (try Issuer("https://op.example")))
    for other in ["https://op.example/", "https://OP.example", "https://op.example:443"] {
      #expect(issuer != (try Issuer(other)))
    }
  }

  @Test(
    "the well-known documents of an issuer with a path are its own, never the root's",
    arguments: [
      ("https://h", ""), ("https://h/", ""), ("https://h/t1", "/t1"), ("https://h/a/t1/", "/a/t1"),
    ])
  func wellKnown(issuer: String, path: String) throws {
    let openID = "https://h\(path)/.well-known/openid-configuration"
    #expect(try Issuer(issuer).wellKnown(.openIDConfiguration).text == openID)
    let oauth = "https://h/.well-known/oauth-authorization-server\(path)"
    #expect(try Issuer(issuer).wellKnown(.oauthAuthorizationServer).text == oauth)
  }
}
