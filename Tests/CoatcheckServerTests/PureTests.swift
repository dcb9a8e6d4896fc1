// SPDX-License-Identifier: Apache-2.0
import TestKit

@testable import CoatcheckIssuer
@testable import CoatcheckServer

@Suite("the pipeline of rules")
struct PipelineTests {
  @Test("each row has a column, and codes and tokens are used after all checks")
  func order() throws {
    for row in Pipeline.rows {
      let columns: [Any?] = [
        row.push, row.authorize, row.code, row.refresh, row.credentials, row.device, row.exchange,
        row.deviceAuthorization, row.revoke, row.introspect, row.userInfo, row.register,
        row.configure,
      ]
      #expect(columns.contains { $0 != nil })
    }
    let code = Pipeline.code.map { String(describing: type(of: $0)) }
    #expect(code.first == "AuthenticateClient")
    #expect(Array(code.suffix(2)) == ["RedeemCode", "IssueTokens"])
    let refresh = Pipeline.refresh.map { String(describing: type(of: $0)) }
    #expect(refresh.first == "AuthenticateClient")
    #expect(Array(refresh.suffix(2)) == ["RotateRefreshToken", "IssueTokens"])
    let authorize = Pipeline.authorize.map { String(describing: type(of: $0)) }
    #expect(
      Array(authorize.prefix(4)) == [
        "ResolvePushedRequest", "FindClient", "VerifyRequestObject", "VerifyRedirectURI",
      ])
    #expect(
      Array(authorize.suffix(4)) == [
        "ConsumeInteraction", "ConsumePushedRequest", "IssueCode", "RecheckSession",
      ])
    let device = Pipeline.device.map { String(describing: type(of: $0)) }
    #expect(device.first == "AuthenticateClient")
    #expect(Array(device.suffix(2)) == ["RedeemDeviceCode", "IssueTokens"])
    #expect(Pipeline.push.first is AuthenticateClient && Pipeline.push.last is StorePushedRequest)
    #expect(Pipeline.deviceAuthorization.first is AuthenticateClient)
    #expect(Pipeline.introspect.first is AuthenticateClient)
    #expect(
      Pipeline.register.first is AuthorizeRegistration && Pipeline.register.last is StoreClient)
    #expect(Pipeline.revoke.first is AuthenticateClient)
    #expect(Pipeline.userInfo.first is VerifyAccessToken)
  }

  @Test("a value that no earlier row has set is a server failure")
  func missingFact() {
    #expect(throws: ServerFailure.self) {
      _ = try established(nil as String?, "client")
    }
  }
}

@Suite("sealed values and opaque tokens")
struct SealedTests {
  @Test("a sealed value opens only for its purpose and context, and only unchanged")
  func sealing() throws {
    let sealer = try TestKeys.sealer()
    let sealed = try sealer.seal([1, 2, 3], for: .interaction, context: "a")
    #expect(sealer.open(sealed, for: .interaction, context: "a") == [1, 2, 3])
    #expect(sealer.open(sealed, for: .interaction, context: "b") == nil)
    #expect(sealer.open(sealed, for: .signingKeys, context: "a") == nil)
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 1
      #expect(sealer.open(changed, for: .interaction, context: "a") == nil)
      #expect(sealer.open(Array(sealed.prefix(index)), for: .interaction, context: "a") == nil)
    }
  }

  @Test("a successor opens under the presented token only")
  func successor() throws {
    let presented = OpaqueToken(.refresh, environment: .live).secret
    let next = OpaqueToken(.refresh, environment: .live).secret
    let sealed = try Successor.seal(next, under: presented, environment: .live)
    #expect(Successor.open(sealed, under: presented)?.matches(next) == true)
    #expect(Successor.open(sealed, under: next) == nil)
  }

  @Test("a token is accepted as its own kind only, and is redacted when it is printed")
  func kinds() throws {
    for kind in OpaqueToken.Kind.allCases {
      let token = OpaqueToken(kind, environment: .live)
      #expect(token.secret.reveal().hasPrefix(kind.rawValue))
      #expect(OpaqueToken(token.secret, as: kind)?.digest == token.digest)
      for other in OpaqueToken.Kind.allCases where other != kind {
        #expect(OpaqueToken(token.secret, as: other) == nil)
      }
      #expect(!String(describing: token).contains(kind.rawValue))
    }
    #expect("\(try TestKeys.master())" == "[redacted]")
  }
}

@Suite("small parsers of the server")
struct ReaderTests {
  @Test(
    "the IPv6 addresses of one network count as one source",
    arguments: [
      ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"),
      ("2001:db8:0:1:aaaa::1", "2001:db8:0:1::/64"), ("2001:0DB8::1", "2001:db8:0:0::/64"),
      ("2001:db8::1:2:3:4:5", "2001:db8:0:1::/64"), ("fe80::1%eth0", "fe80:0:0:0::/64"),
      ("::1", "0:0:0:0::/64"), ("", "local"),
    ])
  func sources(address: String, key: String) {
    #expect(SourceAddress(address).key == key)
  }

  @Test("a value in the log cannot begin another line")
  func logLines() {
    #expect(
      AuditLog.line("a\nlevel=error\u{1B}[31m\u{202E}") == "a\\u{a}level=error\\u{1b}[31m\\u{202e}")
  }

  @Test(
    "the Content Security Policy names the origin of the redirect URI",
    arguments: [
      ("https://c.example/cb?x=1", "https://c.example"),
      ("http://127.0.0.1:49152/cb", "http://127.0.0.1:49152"), ("http://[::1]:1/cb", "http:"),
      ("com.example.app:/cb", "com.example.app:"), ("https://a;b/", "https:"), ("none", nil),
    ])
  func origins(uri: String, origin: String?) {
    #expect(ServedResponse.origin(of: uri) == origin)
  }
}

@Suite("the form parser of the scripted browser")
struct HTMLFormTests {
  @Test("forms are read as browsers read them")
  func forms() {
    let forms = HTMLForms.parse(
      """
      <!-- <form action=no> --><script>"<form>"</script>
      <FORM ACTION='/go?a=1&amp;b=2' METHOD=post>
      <input name=sub placeholder="a > b"><input type=hidden name="h" value="&quot;&#x41;&#66;&lt;">
      <input type=checkbox name=c1><input type=checkbox name=c2 checked>
      <button name="action" value="authorize">Yes,
        <b>go on</b></button><button type=button>no</button><input type=submit value=Send>
      </form><form></form>
      """)
    #expect(forms.count == 2)
    #expect(forms[0].action == "/go?a=1&b=2")
    #expect(forms[0].method == "POST")
    #expect(forms[0].fields.map(\.name) == ["sub", "h", "c1", "c2"])
    #expect(forms[0].fields.map(\.value) == ["", "\"AB<", nil, "on"])
    #expect(forms[0].submits.map(\.text) == ["Yes, go on", "Send"])
    #expect(forms[0].submits[0].value == "authorize")
    #expect(forms[1].method == "GET")
  }
}
