// SPDX-License-Identifier: Apache-2.0

import TestKit

@testable import CoatcheckAsyncHTTP

@Suite("The proxy")
struct ProxyRulesTests {
  static let variables: [Case<([String: String], String?)>] = [
    Case("none", ([:], nil)),
    Case("https_proxy", (["https_proxy": "http://proxy.example:3128"], "proxy.example:3128")),
    Case("HTTPS_PROXY", (["HTTPS_PROXY": "proxy.example:3128/"], "proxy.example:3128")),
    Case("ALL_PROXY", (["ALL_PROXY": "http://proxy.example:1"], "proxy.example:1")),
    Case(
      "the variable in lower case first",
      (["https_proxy": "a.example:1", "HTTPS_PROXY": "b.example:2"], "a.example:1")
    ),
    // A CGI program gets HTTP_PROXY from any request with a field "Proxy", and plain HTTP needs
    // none.
    Case("HTTP_PROXY", (["HTTP_PROXY": "http://evil.example:3128"], nil)),
    Case("a SOCKS proxy", (["https_proxy": "socks5://proxy.example:3128"], nil)),
    Case("a password", (["https_proxy": "http://me:secret@proxy.example:3128"], nil)),
    Case("no port", (["https_proxy": "proxy.example"], nil)),
    Case("an impossible port", (["https_proxy": "proxy.example:70000"], nil)),
  ]

  @Test("is read from the environment", arguments: variables)
  func environment(_ row: Case<([String: String], String?)>) {
    let rules = ProxyRules { row.value.0[$0] }
    #expect(rules.proxy.map { "\($0.host):\($0.port)" } == row.value.1)
  }

  static let targets: [Case<(String, String, Bool)>] = [
    Case("another machine", ("https", "op.example", true)),
    Case("plain HTTP", ("http", "127.0.0.1:8080", false)),
    Case("this machine", ("https", "127.0.0.1:8443", false)),
    Case("this machine by name", ("https", "localhost", false)),
    Case("this machine on IPv6", ("https", "[::1]:8443", false)),
    Case("an exception", ("https", "inside.example", false)),
    Case("a sub-domain of an exception", ("https", "op.inside.example:8443", false)),
    Case("a name that only ends like an exception", ("https", "notinside.example", true)),
    Case("an exception with its port", ("https", "ported.example:8443", false)),
    Case("that host on another port", ("https", "ported.example", true)),
    Case("an exception with a dot", ("https", "op.dotted.example", false)),
  ]

  @Test("is bypassed for this machine and for the exceptions", arguments: targets)
  func exceptions(_ row: Case<(String, String, Bool)>) {
    let rules = ProxyRules { name in
      [
        "https_proxy": "proxy.example:3128",
        "no_proxy": "inside.example, ported.example:8443,.dotted.example",
      ][name]
    }
    let (scheme, authority, isProxied) = row.value
    #expect((rules.proxy(forScheme: scheme, authority: authority) != nil) == isProxied)
  }

  @Test("is bypassed for everything when no_proxy is a star")
  func star() {
    let rules = ProxyRules { ["https_proxy": "proxy.example:3128", "no_proxy": "*"][$0] }
    #expect(rules.proxy(forScheme: "https", authority: "op.example") == nil)
  }
}
