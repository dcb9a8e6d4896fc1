// SPDX-License-Identifier: Apache-2.0
import CoatcheckWeiboTesting
import TestKit

@Suite("The stand-in for Weibo", .timeLimit(.minutes(10)))
struct WeiboStandInTests {
  private let weibo: StandIn<WeiboService>

  init() async throws { weibo = try await StandIn.start(WeiboService()) }

  private static let redirect = "http://127.0.0.1:49152/callback"

  private func ask(
    _ method: HTTPRequest.Method, _ path: String, _ form: Parameters? = nil,
    fields: HTTPFields = [:], at other: StandIn<WeiboService>? = nil
  ) async throws -> (status: Int, json: JSONObject) {
    let page = try await TestBrowser(transport: Transports.system).send(
      method, (other ?? weibo).url + path, body: form?.encoded, fields: fields)
    return (page.status, (try? JSONObject(parsing: Array(page.text.utf8))) ?? [:])
  }

  private static func tokenForm(_ code: String, _ change: Parameters = [:]) -> Parameters {
    var form: Parameters = [
      "client_id": "20454", "client_secret": "app secret", "grant_type": "authorization_code",
      "code": code, "redirect_uri": redirect,
    ]
    for (name, value) in change.pairs { form[name] = value }
    return form
  }

  @Test("redeems a code once, by the body or by Basic, and answers as the document has it")
  func redeems() async throws {
    let code = weibo.code(for: .alice, redirectURI: Self.redirect)
    let reply = try await ask(.post, "/oauth2/access_token", Self.tokenForm(code))
    #expect(reply.status == 200 && reply.json["token_type"] == nil)
    #expect(
      reply.json.names.sorted() == ["access_token", "expires_in", "isRealName", "remind_in", "uid"])
    #expect(reply.json["uid"]?.stringValue == "1404376560")
    #expect(reply.json["remind_in"]?.stringValue == "604800")
    let again = try await ask(.post, "/oauth2/access_token", Self.tokenForm(code))
    #expect(again.status == 400 && again.json["error_code"]?.intValue == 21325)
    let basic = "Basic " + Data("20454:app+secret".utf8).base64EncodedString()
    var form = Self.tokenForm(weibo.code(for: .bob, redirectURI: Self.redirect))
    form["client_id"] = nil
    form["client_secret"] = nil
    let other = try await ask(.post, "/oauth2/access_token", form, fields: [.authorization: basic])
    #expect(other.json["uid"]?.stringValue == "1404376561")
  }

  @Test(
    "refuses an invalid token request by number",
    arguments: [
      ("client_secret", "wrong", 21324), ("client_id", "1", 21324), ("code", "x", 21325),
      ("redirect_uri", "http://127.0.0.1:49152/other", 21322), ("grant_type", "password", 21328),
      ("grant_type", "refresh_token", 21328), ("client_id", "99999", 21324),
    ])
  func refusesTokens(name: String, value: String, number: Int) async throws {
    let code = weibo.code(for: .alice, redirectURI: Self.redirect)
    let reply = try await ask(.post, "/oauth2/access_token", Self.tokenForm(code, [name: value]))
    #expect(reply.status == 400 && reply.json["error_code"]?.intValue == number)
    #expect(reply.json["request"]?.stringValue == "/oauth2/access_token")
  }

  @Test("refuses a token request by GET, and a secret in an address")
  func postOnly() async throws {
    let form = Self.tokenForm(weibo.code(for: .alice, redirectURI: Self.redirect))
    let get = try await ask(.get, "/oauth2/access_token?" + form.encoded)
    #expect(get.json["error_code"]?.intValue == 10021)
    let query = try await ask(.post, "/oauth2/access_token?" + form.encoded, ["x": "y"])
    #expect(query.json["error_code"]?.intValue == 21323)
    let (token, _) = weibo.token(for: .alice)
    let information = try await ask(.get, "/oauth2/get_token_info?access_token=" + token)
    #expect(information.json["error_code"]?.intValue == 10021)
  }

  @Test("returns the user, the app and the lifetime of a token, which depends on the app's level")
  func information() async throws {
    for level in WeiboApp.Level.allCases {
      let weibo = try await StandIn.start(WeiboService(level: level))
      let (token, uid) = weibo.token(for: .alice, scopes: ["email", "all"])
      weibo.clock.advance(by: .seconds(10))
      let reply = try await ask(.post, "/oauth2/get_token_info", ["access_token": token], at: weibo)
      #expect(reply.json["uid"] == .number(JSONNumber(try #require(Int(uid)))))
      #expect(reply.json["appkey"]?.stringValue == "20454")
      #expect(reply.json["scope"]?.stringValue == "email,all")
      #expect(reply.json["expire_in"]?.intValue == level.rawValue * 86_400 - 10)
      weibo.clock.advance(by: .seconds(level.rawValue * 86_400))
      let late = try await ask(.post, "/oauth2/get_token_info", ["access_token": token], at: weibo)
      #expect(late.json["error_code"]?.intValue == 21327)
      await weibo.stop()
    }
  }

  @Test("distinguishes tokens of another app")
  func otherApp() async throws {
    let (token, _) = weibo.token(for: .alice, app: WeiboApp.other.key)
    let reply = try await ask(.post, "/oauth2/get_token_info", ["access_token": token])
    #expect(reply.json["appkey"]?.stringValue == "99999")
  }

  @Test("revokes all tokens of a user for an app")
  func revokes() async throws {
    let (one, two) = (weibo.token(for: .alice).accessToken, weibo.token(for: .alice).accessToken)
    let bob = weibo.token(for: .bob).accessToken
    let reply = try await ask(.post, "/oauth2/revokeoauth2", ["access_token": one])
    #expect(reply.json["result"]?.stringValue == "true")
    for (token, number) in [(one, 21332), (two, 21332), (bob, nil as Int?)] {
      let reply = try await ask(
        .get, "/2/account/get_uid.json", fields: [.authorization: "OAuth2 " + token])
      #expect(reply.json["error_code"]?.intValue == number)
    }
  }

  @Test("requires the scheme OAuth2, and exactly one parameter that names the user")
  func profile() async throws {
    let (token, uid) = weibo.token(for: .alice)
    let field: HTTPFields = [.authorization: "OAuth2 " + token]
    let path = "/2/users/show.json"
    let show = try await ask(.get, "\(path)?uid=\(uid)", fields: field)
    #expect(show.json["idstr"]?.stringValue == uid)
    let byName = try await ask(.get, "\(path)?screen_name=bob&access_token=\(token)")
    #expect(byName.json["screen_name"]?.stringValue == "bob")
    let rows: [(String, HTTPFields, Int)] = [
      ("?uid=\(uid)", [.authorization: "Bearer " + token], 10006), ("", field, 10008),
      ("?uid=\(uid)&screen_name=bob", field, 10008), ("?uid=1", field, 20003),
      ("?uid=\(uid)", [:], 10006), ("?uid=\(uid)&access_token=x", [:], 21332),
    ]
    for (query, fields, number) in rows {
      let reply = try await ask(.get, path + query, fields: fields)
      #expect(reply.status == 400 && reply.json["error_code"]?.intValue == number)
    }
  }

  @Test(
    "redirects to no address that is not registered, byte by byte",
    arguments: [
      ("20454", "http://127.0.0.1:49152/callback/", "21322"),
      ("20454", "http://localhost:49152/callback", "21322"),
      ("20454", "https://other.example/callback", "21322"),
      ("1", "http://127.0.0.1:49152/callback", "21324"),
    ])
  func redirects(app: String, redirect: String, number: String) async throws {
    let query: Parameters = ["client_id": app, "redirect_uri": redirect]
    let page = try await TestBrowser(transport: Transports.system).get(
      weibo.url + "/oauth2/authorize?" + query.encoded)
    #expect(page.status == 400 && page.location == nil)
    #expect(page.text.contains("error_code:\(number)"))
  }

  @Test(
    "returns other errors in the redirect",
    arguments: [
      ("response_type=id_token", "21329"), ("display=cinema", "21323"), ("scope=", "21323"),
    ])
  func refusals(parameter: String, number: String) async throws {
    let query: Parameters = [
      "client_id": "20454", "redirect_uri": Self.redirect, "state": "s",
    ]
    let page = try await TestBrowser(transport: Transports.system).get(
      weibo.url + "/oauth2/authorize?\(query.encoded)&\(parameter)")
    let location = try #require(page.location)
    #expect(location.contains("error_code=\(number)") && location.contains("state=s"))
  }

  @Test("remembers a browser, and shows the page again when the app forces that")
  func remembers() async throws {
    var manner = WeiboBehaviour()
    manner.remembersBrowsers = true
    let weibo = try await StandIn.start(WeiboService(manner: manner))
    let browser = TestBrowser(transport: Transports.system)
    let query: Parameters = ["client_id": "20454", "redirect_uri": Self.redirect]
    let address = weibo.url + "/oauth2/authorize?" + query.encoded
    #expect(try await browser.get(address).status == 200)
    _ = try await browser.post(
      address, ["username": "alice", "password": "wonderland", "answer": "allow"])
    #expect(try await browser.get(address).location?.contains("code=") == true)
    #expect(try await browser.get(address + "&forcelogin=true").status == 200)
  }
}
