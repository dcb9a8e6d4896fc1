// SPDX-License-Identifier: Apache-2.0

import CoatcheckDocomo
import CoatcheckDocomoTesting
import TestKit

@Suite("The stand-in for docomo")
struct DocomoStandInTests {
  private let site: DocomoSite

  init() async throws { site = try await DocomoSite() }

  private func post(
    _ site: DocomoSite, _ form: Parameters, basic: String? = "app:app+secret"
  ) async throws -> (status: Int, json: JSONObject) {
    var request = try HTTPRequest(.post, at: site.standIn.url + DocomoSite.token)
    request.headerFields[.contentType] = "application/x-www-form-urlencoded;charset=UTF-8"
    if let basic {
      request.headerFields[.authorization] = "Basic " + Data(basic.utf8).base64EncodedString()
    }
    let answer = try await Transports.system.send(
      request, body: Data(form.encoded.utf8), limit: .standard)
    return (answer.head.status.code, try JSONObject(parsing: answer.body))
  }

  /// A code for a redirect URI, as a browser gets it.
  private func code(_ site: DocomoSite, _ redirectURI: String) async throws -> String {
    let query: Parameters = [
      "response_type": "code", "client_id": "app", "redirect_uri": redirectURI, "scope": "userid",
      "state": "s",
    ]
    let url = try #require(
      URL(string: "\(site.standIn.url)\(DocomoSite.authorization)?\(query.encoded)"))
    let callback = try await site.browser().authorize(at: url)
    return try #require(Parameters(decoding: callback.split(separator: "?").last ?? "")["code"])
  }

  @Test("a code is valid once, for its redirect URI and for five minutes")
  func codes() async throws {
    let uri = DocomoSite.redirectURI
    var form: Parameters = ["grant_type": "authorization_code", "redirect_uri": uri]
    form["code"] = try await code(site, uri)
    #expect(try await post(site, form).status == 200)
    #expect(try await post(site, form).json["error"] == "invalid_grant")
    form["code"] = try await code(site, uri)
    form["redirect_uri"] = uri + "/"
    #expect(try await post(site, form).json["error"] == "invalid_grant")
    form["redirect_uri"] = uri
    form["code"] = try await code(site, uri)
    site.clock.advance(by: .seconds(301))
    #expect(try await post(site, form).json["error"] == "invalid_grant")
  }

  @Test("a client authenticates by one method, with the right secret")
  func clients() async throws {
    var form: Parameters = ["grant_type": "refresh_token", "refresh_token": "x"]
    for basic in ["app:wrong", "other:app+secret", "app", "app:app secret x"] {
      let answer = try await post(site, form, basic: basic)
      #expect(answer.status == 401)
    }
    #expect(try await post(site, form, basic: nil).json["error"] == "invalid_client")
    form["client_id"] = "app"
    form["client_secret"] = "app secret"
    #expect(try await post(site, form, basic: nil).json["error"] == "invalid_grant")
    #expect(try await post(site, form).json["error"] == "invalid_request")
    form["grant_type"] = "password"
    #expect(try await post(site, form, basic: nil).json["error"] == "unsupported_grant_type")
  }

  @Test("a refresh token is valid once if docomo rotates it, and indefinitely if not")
  func refreshTokens() async throws {
    for (kind, status) in [(DocomoRules.RefreshTokens.always, 400), (.first, 200)] {
      var rules = DocomoRules()
      rules.refreshTokens = kind
      let site = try await DocomoSite(rules)
      let token = try #require(await site.session().stored?.refreshToken)
      let form: Parameters = ["grant_type": "refresh_token", "refresh_token": token.reveal()]
      #expect(try await post(site, form).status == 200)
      #expect(try await post(site, form).status == status)
    }
  }

  @Test("scopes that docomo does not know, or that come twice, are refused")
  func scopes() async throws {
    let error = await failure {
      try await site.client().signIn(scopes: ["PhotoFromTheFuture"], storedAs: "main")
    }
    #expect(error.flatMap { DocomoErrorReason($0) } == .invalidScope)
  }

  @Test("the stand-in checks the limits of the parameters as well")
  func limits() async throws {
    let (site, session) = try await DocomoSite.signedIn()
    PhotoColleTests.fill(site)
    let questions: [(String, JSONObject, String)] = [
      ("2.0/ext/file_search/get_list", ["projection": "2"], "projection"),
      (
        "2.0/ext/file_search/get_list",
        ["projection": "3", "file_type_cd": 0], "file_type_cd"
      ),
      (
        "2.0/ext/file_search/get_list",
        ["projection": "3", "file_type_cd": 1, "dustbox_condition": 1, "sort_type": 7],
        "sort_type"
      ),
      (
        "2.0/ext/file_search/get_detail",
        [
          "projection": "2", "file_type_cd": 1, "dustbox_condition": 1, "sort_type": 7,
          "max_results": 1001,
        ], "max_results"
      ),
      ("4.0/ext/thumbnail_list/get", ["content_info_list": []], "content_info_list"),
      (
        "2.0/ext/content/get", ["file_type_cd": 2, "resize_type_cd": 2, "content_guid": "film"],
        "resize_type_cd"
      ),
    ]
    for (path, question, parameter) in questions {
      let request = try HTTPRequest(.post, at: "\(site.standIn.url)/file_a2/\(path)")
      let answer = try await session.data(for: request, body: Data(question.serialized()))
      let json = try JSONObject(parsing: answer.1)
      #expect(json["err_cd"] == "100")
      #expect(json["param_name"]?.stringValue == parameter)
    }
  }
}
