// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import TestKit

@testable import CoatcheckIDaaSServer

@Suite("An answer of Weibo's")
struct WeiboAnswerTests {
  private static let source = WeiboSource(appKey: "20454", appSecret: Secret("s"))

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let status: Int
    var type = "application/json"
    let body: String
    let refusal: Refusal
    var testDescription: String { name }
  }

  // attack: I-17
  @Test("which says no, or is not one, is a refusal", arguments: rows)
  func refused(_ row: Row) throws {
    let head = HTTPResponse(status: .init(code: row.status), headerFields: [.contentType: row.type])
    let question = WeiboTokenInformation(source: Self.source, accessToken: Secret("t"))
    let error = #expect(throws: OAuthError.self) {
      try question.reply(head: head, body: Data(row.body.utf8), receivedAt: .distantPast)
    }
    #expect(WeiboRefusals.refusal(try #require(error)) == row.refusal)
  }

  static let rows: [Row] = [
    Row(
      name: "expired", status: 403, body: #"{"error":"expired_token","error_code":21327}"#,
      refusal: WeiboRefusals.invalid),
    Row(
      name: "expired with status 200", status: 200,
      body: #"{"error":"expired_token","error_code":21327}"#, refusal: WeiboRefusals.invalid),
    Row(
      name: "a number as text", status: 400, body: #"{"error":"x","error_code":"21316"}"#,
      refusal: WeiboRefusals.invalid),
    Row(
      name: "invalid code", status: 400, body: #"{"error":"invalid_grant","error_code":21325}"#,
      refusal: WeiboRefusals.invalid),
    Row(
      name: "a word and no number", status: 400, body: #"{"error":"invalid_grant"}"#,
      refusal: WeiboRefusals.invalid),
    Row(
      name: "no such user", status: 400,
      body: #"{"error":"User does not exists!","error_code":20003}"#,
      refusal: WeiboRefusals.invalid),
    Row(
      name: "wrong app key", status: 400, body: #"{"error":"invalid_client","error_code":21324}"#,
      refusal: WeiboRefusals.misconfigured),
    Row(
      name: "app not allowed", status: 400,
      body: #"{"error":"unauthorized_client","error_code":21326}"#,
      refusal: WeiboRefusals.misconfigured),
    Row(
      name: "redirect not registered", status: 400,
      body: #"{"error":"redirect_uri_mismatch","error_code":21322}"#,
      refusal: WeiboRefusals.misconfigured),
    Row(
      name: "under repair", status: 400,
      body: #"{"error":"temporarily_unavailable","error_code":21331}"#,
      refusal: WeiboRefusals.unavailable),
    Row(
      name: "too many requests of this address", status: 403,
      body: #"{"error":"IP requests out of rate limit!","error_code":10022}"#,
      refusal: WeiboRefusals.unavailable),
    Row(
      name: "too many requests of this address, with a status of success", status: 200,
      body: #"{"error":"IP requests out of rate limit!","error_code":10022}"#,
      refusal: WeiboRefusals.unavailable),
    Row(
      name: "5xx of a proxy", status: 502, type: "text/html", body: "<html>Bad gateway</html>",
      refusal: WeiboRefusals.unavailable),
    Row(
      name: "5xx with a number that would end a token", status: 500,
      body: #"{"error":"expired_token","error_code":21327}"#, refusal: WeiboRefusals.unavailable),
    Row(name: "nothing", status: 200, body: "", refusal: WeiboRefusals.unavailable),
    Row(name: "an empty object", status: 200, body: "{}", refusal: WeiboRefusals.unavailable),
    Row(
      name: "an error of another network's kind", status: 200,
      body: #"{"errcode":40029,"errmsg":"invalid code"}"#, refusal: WeiboRefusals.unavailable),
    Row(
      name: "JSONP", status: 200, type: "text/javascript",
      body: #"callback( {"uid":1,"appkey":"20454","expire_in":9} );"#,
      refusal: WeiboRefusals.unavailable),
    Row(
      name: "a form", status: 200, type: "application/x-www-form-urlencoded",
      body: "uid=1&appkey=20454&expire_in=9", refusal: WeiboRefusals.unavailable),
    Row(
      name: "a uid of two spellings", status: 200, body: #"{"uid":1e3,"appkey":"20454"}"#,
      refusal: WeiboRefusals.unavailable),
    Row(
      name: "a uid with a fraction", status: 200, body: #"{"uid":1.0,"appkey":"20454"}"#,
      refusal: WeiboRefusals.unavailable),
    Row(
      name: "a negative uid", status: 200, body: #"{"uid":-1,"appkey":"20454"}"#,
      refusal: WeiboRefusals.unavailable),
    Row(
      name: "a uid twice", status: 200, body: #"{"uid":1,"uid":2,"appkey":"20454"}"#,
      refusal: WeiboRefusals.unavailable),
    Row(
      name: "a uid that is a word", status: 200, body: #"{"uid":"root","appkey":"20454"}"#,
      refusal: WeiboRefusals.unavailable),
    Row(
      name: "a uid in other digits", status: 200, body: #"{"uid":"１２３","appkey":"20454"}"#,
      refusal: WeiboRefusals.unavailable),
    Row(
      name: "a list", status: 200, body: #"[{"uid":1,"appkey":"20454"}]"#,
      refusal: WeiboRefusals.unavailable),
    Row(
      name: "2 MB", status: 200,
      body: #"{"uid":1,"appkey":"20454","x":""# + String(repeating: "x", count: 2 << 20) + #""}"#,
      refusal: WeiboRefusals.unavailable),
  ]

  // attack: I-14
  @Test(
    "names somebody by the text of the digits",
    arguments: [
      (#"{"uid":9007199254740993,"appkey":"20454"}"#, "9007199254740993"),
      (#"{"uid":"9007199254740993","appkey":20454}"#, "9007199254740993"),
      (#"{"uid":"007","appkey":"20454","expire_in":"5"}"#, "007"),
    ])
  func exactDigits(body: String, uid: String) throws {
    let reply = try WeiboTokenInformation(source: Self.source, accessToken: Secret("t"))
      .reply(head: HTTPResponse(status: .ok), body: Data(body.utf8), receivedAt: .distantPast)
    #expect(reply.uid == uid && reply.appKey == "20454")
  }

  @Test("with a token has a uid as text or number, and no token type")
  func codeReply() throws {
    let question = WeiboCodeExchange(
      source: Self.source, code: Secret("c"), redirectURI: "https://t.example/cb")
    for uid in [#""12341234""#, "12341234"] {
      let body = #"{"access_token":"2.00","remind_in":"798114","expires_in":798114,"uid":\#(uid)}"#
      let reply = try question.reply(
        head: HTTPResponse(status: .ok), body: Data(body.utf8), receivedAt: .distantPast)
      #expect(reply.uid == "12341234" && reply.accessToken.matches(Secret("2.00")))
    }
    let (head, body) = try question.request()
    #expect(head.method == .post && head.path == "/oauth2/access_token")
    #expect(head.authority == "api.weibo.com" && head.scheme == "https")
    let form = try Parameters(bytes: body)
    #expect(form["client_secret"] == "s" && form["redirect_uri"] == "https://t.example/cb")
  }

  // attack: I-18
  @Test(
    "shows a picture only at a named https host",
    arguments: [
      ("https://tvax1.sinaimg.cn/crop.0.0.1080.1080.50/x.jpg?KID=imgbed", true),
      ("http://tvax1.sinaimg.cn/x.jpg", false), ("http://169.254.169.254/latest", false),
      ("https://169.254.169.254/latest", false), ("https://[::1]/x", false),
      ("https://localhost/x", false), ("https://0x7f.1/x", false), ("file:///etc/passwd", false),
      ("javascript:alert(1)", false), ("data:image/svg+xml,<svg/>", false),
      ("https://sinaimg.cn/x.SVG", false), ("https://u:p@sinaimg.cn/x.jpg", false),
      ("https://sinaimg.cn/\" onerror=\"x", false), ("", false),
      ("https://sinaimg.cn/" + String(repeating: "x", count: 3000), false),
    ])
  func avatars(address: String, isShown: Bool) {
    #expect(AvatarAddress.isShown(address) == isShown)
  }
}
