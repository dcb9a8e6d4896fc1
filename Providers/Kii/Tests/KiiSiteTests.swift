// SPDX-License-Identifier: Apache-2.0

import CoatcheckKii
import TestKit

@Suite("Kii's sites")
struct KiiSiteTests {
  @Test(
    "have the documented addresses",
    arguments: [
      (KiiSite.us, "https://api.kii.com/api", "https://a1.us.kiiapps.com/api"),
      (.jp, "https://api-jp.kii.com/api", "https://a1.jp.kiiapps.com/api"),
      (.sg, "https://api-sg.kii.com/api", "https://a1.sg.kiiapps.com/api"),
      (.eu, "https://api-eu.kii.com/api", "https://a1.eu.kiiapps.com/api"),
      (.cn, "https://api-cn2.kii.com/api", "https://a1.cn2.kiiapps.com/api"),
      (.cn3, "https://api-cn3.kii.com/api", "https://a1.cn3.kiiapps.com/api"),
      (.custom("https://kii.example/v2/"), "https://kii.example/v2", "https://kii.example/v2"),
    ])
  func addresses(site: KiiSite, api: String, pages: String) throws {
    let provider = try Provider.kii(site: site, appID: "a1", appKey: "k1")
    #expect(site.base == api)
    #expect(provider.metadata.issuer.text == "\(api)/apps/a1")
    #expect(provider.metadata.tokenEndpoint?.text == "\(api)/apps/a1/oauth2/token")
    #expect(
      provider.metadata.additional["kii_connect_endpoint"]?.stringValue
        == "\(pages)/apps/a1/integration/webauth/connect")
  }

  @Test("the older token endpoint is an option")
  func legacyEndpoint() throws {
    let provider = try Provider.kii(appID: "a1", appKey: "k1", tokenEndpoint: .legacy)
    #expect(provider.metadata.tokenEndpoint?.text == "https://api.kii.com/api/oauth2/token")
    #expect(provider.metadata.issuer.text == "https://api.kii.com/api/apps/a1")
  }

  @Test("the dialect of Kii is data, and is restored from its JSON")
  func dialect() throws {
    let provider = try Provider.kii(appID: "a1", appKey: "k1", fields: ["x-trace": "on"])
    #expect(provider.name == "kii")
    #expect(provider.leeway == 300)
    let dialect = provider.dialect
    #expect(
      dialect.fields == [
        "x-kii-appid": "a1", "x-kii-appkey": "k1", "x-kii-sdk": "sn=coatcheck", "x-trace": "on",
      ])
    #expect(dialect.tokenParameters == .json)
    #expect(dialect.silence == .never)
    #expect(dialect.subjectMember == "id")
    #expect(dialect.rejections == [.json(status: 403, member: "errorCode", values: "WRONG_TOKEN")])
    #expect(try Dialect(json: JSONObject(parsing: dialect.json.serialized())) == dialect)
  }

  @Test(
    "an invalid argument is an error before any request",
    arguments: [
      ("", "k1", [:], "appID"), ("a/b", "k1", [:], "appID"), ("a.b", "k1", [:], "appID"),
      ("a1", "", [:], "appKey"), ("a1", "k 1", [:], "appKey"),
      ("a1", "k1", ["X-Kii-AppID": "b2"], "x-kii-appid"),
      ("a1", "k1", ["x trace": "on"], "fields"), ("a1", "k1", ["x-trace": "a\r\nb: c"], "fields"),
    ] as [(String, String, [String: String], String)])
  func badArgument(id: String, key: String, fields: [String: String], parameter: String) {
    let error = #expect(throws: OAuthError.self) {
      try Provider.kii(appID: id, appKey: key, fields: fields)
    }
    #expect(error?.outcome == .misused)
    #expect(error?.parameter == parameter)
    if !id.isEmpty, id != "a1" { #expect(error?.reason.contains(id) == false) }
  }

  @Test("a custom site uses https, except on this machine")
  func insecureSite() {
    let error = #expect(throws: OAuthError.self) {
      try Provider.kii(site: .custom("http://kii.example"), appID: "a1", appKey: "k1")
    }
    #expect(error?.code == .insecureEndpoint)
  }
}
