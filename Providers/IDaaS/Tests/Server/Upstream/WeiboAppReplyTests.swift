// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import TestKit

@testable import CoatcheckIDaaSServer

@Suite("A response of Weibo")
struct WeiboAnswerTests {
  private static let source = WeiboSource(appKey: "20454", appSecret: Secret("s"))

  struct Response: Sendable {
    let status: Int
    let body: String
    let refusal: Refusal
    let type: String

    init(
      _ status: Int, _ body: String, _ refusal: Refusal = WeiboRefusals.unavailable,
      type: String = "application/json"
    ) {
      self.status = status
      self.body = body
      self.refusal = refusal
      self.type = type
    }
  }

  // attack: I-17
  @Test("that is an error or cannot be read is a refusal", arguments: rows)
  func refused(_ row: Case<Response>) throws {
    let row = row.value
    let head = HTTPResponse(status: .init(code: row.status), headerFields: [.contentType: row.type])
    let question = WeiboTokenInformation(source: Self.source, accessToken: Secret("t"))
    let error = #expect(throws: OAuthError.self) {
      try question.reply(head: head, body: Data(row.body.utf8), receivedAt: .distantPast)
    }
    #expect(WeiboRefusals.refusal(try #require(error)) == row.refusal)
  }

  static let rows: [Case<Response>] = [
    Case(
      "expired",
      Response(403, #"{"error":"expired_token","error_code":21327}"#, WeiboRefusals.invalid)),
    Case(
      "expired with status 200",
      Response(200, #"{"error":"expired_token","error_code":21327}"#, WeiboRefusals.invalid)),
    Case(
      "a number as text",
      Response(400, #"{"error":"x","error_code":"21316"}"#, WeiboRefusals.invalid)),
    Case(
      "invalid code",
      Response(400, #"{"error":"invalid_grant","error_code":21325}"#, WeiboRefusals.invalid)),
    Case(
      "a word and no number", Response(400, #"{"error":"invalid_grant"}"#, WeiboRefusals.invalid)),
    Case(
      "no such user",
      Response(400, #"{"error":"User does not exists!","error_code":20003}"#, WeiboRefusals.invalid)
    ),
    Case(
      "wrong app key",
      Response(400, #"{"error":"invalid_client","error_code":21324}"#, WeiboRefusals.misconfigured)),
    Case(
      "app not allowed",
      Response(
        400, #"{"error":"unauthorized_client","error_code":21326}"#, WeiboRefusals.misconfigured)),
    Case(
      "redirect not registered",
      Response(
        400, #"{"error":"redirect_uri_mismatch","error_code":21322}"#, WeiboRefusals.misconfigured)),
    Case("under repair", Response(400, #"{"error":"temporarily_unavailable","error_code":21331}"#)),
    Case(
      "too many requests of this address",
      Response(403, #"{"error":"IP requests out of rate limit!","error_code":10022}"#)),
    Case(
      "too many requests of this address, with a status of success",
      Response(200, #"{"error":"IP requests out of rate limit!","error_code":10022}"#)),
    Case("5xx of a proxy", Response(502, "<html>Bad gateway</html>", type: "text/html")),
    Case(
      "5xx with the number of an expired token",
      Response(500, #"{"error":"expired_token","error_code":21327}"#)),
    Case("nothing", Response(200, "")),
    Case("an empty object", Response(200, "{}")),
    Case(
      "an error of another network's kind",
      Response(200, #"{"errcode":40029,"errmsg":"invalid code"}"#)),
    Case(
      "JSONP",
      Response(
        200, #"callback( {"uid":1,"appkey":"20454","expire_in":9} );"#, type: "text/javascript")),
    Case(
      "a form",
      Response(200, "uid=1&appkey=20454&expire_in=9", type: "application/x-www-form-urlencoded")),
    Case("a uid with an exponent", Response(200, #"{"uid":1e3,"appkey":"20454"}"#)),
    Case("a uid with a fraction", Response(200, #"{"uid":1.0,"appkey":"20454"}"#)),
    Case("a negative uid", Response(200, #"{"uid":-1,"appkey":"20454"}"#)),
    Case("a uid twice", Response(200, #"{"uid":1,"uid":2,"appkey":"20454"}"#)),
    Case("a uid that is a word", Response(200, #"{"uid":"root","appkey":"20454"}"#)),
    Case("a uid in other digits", Response(200, #"{"uid":"１２３","appkey":"20454"}"#)),
    Case("a list", Response(200, #"[{"uid":1,"appkey":"20454"}]"#)),
    Case(
      "2 MB",
      Response(
        200, #"{"uid":1,"appkey":"20454","x":""# + String(repeating: "x", count: 2 << 20) + #""}"#)),
  ]

  // attack: I-14
  @Test(
    "identifies the user by the text of the digits",
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
