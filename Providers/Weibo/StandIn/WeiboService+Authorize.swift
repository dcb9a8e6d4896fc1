// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes

/// The authorization page.
extension WeiboService {
  /// How the page can be shown.
  private static let displays: Set = ["default", "mobile", "wap", "client", "apponweibo", "pc"]
  private static let cookie = "SUB"

  /// The page where users sign in and allow an app.
  func authorize(_ request: ServedRequest, now: Date) -> ServedResponse {
    guard let query = try? Parameters(decoding: request.query) else {
      return page(.invalidRequest("The address cannot be read."))
    }
    // No user is sent to an address that was not registered: the error is shown and not sent.
    guard let app = app(query["client_id"]) else { return page(.invalidClient) }
    guard let redirect = query["redirect_uri"], app.accepts(redirect) else {
      return page(.redirectMismatch)
    }
    let kind = query["response_type"] ?? "code"
    let answer = Answer(redirect: redirect, state: query["state"], isFragment: kind == "token")
    guard kind == "code" || kind == "token" else { return answer.refusing(.unsupportedResponse) }
    guard Self.displays.contains(query["display"] ?? "default") else {
      return answer.refusing(.invalidRequest("display"))
    }
    // RFC 6749 §3.1 treats an empty parameter as absent; some servers of Weibo refuse an empty scope.
    if manner.refusesEmptyScope, request.query.split(separator: "&").contains("scope=") {
      return answer.refusing(.invalidRequest("scope"))
    }
    let scopes = (query["scope"] ?? "").split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    let title = "微博登录"
    let form = StandInPage(users: users)
    let isForced = query["forcelogin"] == "true"
    if request.head.method != .post {
      if manner.remembersBrowsers, !isForced, let known = user(of: request),
        memory.hasConsent(known.username, to: app.key)
      {
        return allowed(known, app, scopes, redirect, answer, now)
      }
      return form.page(title, asking: scopes)
    }
    switch form.answer(to: request, title, asking: scopes) {
    case .again(let page): return page
    case .denied: return answer.refusing(.accessDenied)
    case .allowed(let user):
      memory.consent(user.username, to: app.key)
      var response = allowed(user, app, scopes, redirect, answer, now)
      if manner.remembersBrowsers {
        let browser = tokens.name()
        memory.remember(browser, of: user.username)
        response.head.headerFields[.setCookie] = "\(Self.cookie)=\(browser); Path=/; HttpOnly"
      }
      return response
    }
  }

  private func allowed(
    _ user: StandInUser, _ app: WeiboApp, _ scopes: [String], _ redirect: String,
    _ answer: Answer, _ now: Date
  ) -> ServedResponse {
    let grant = StandInTokens.Grant(
      user: user, clientID: app.key, scopes: scopes, redirectURI: redirect)
    guard answer.isFragment else {
      return answer.sending([("code", tokens.code(for: grant, until: now + 600))])
    }
    return answer.sending([
      ("access_token", issue(grant, to: app, now: now)),
      ("remind_in", String(app.lifetime)), ("expires_in", String(app.lifetime)),
      ("uid", uid(of: user)),
    ])
  }

  private func user(of request: ServedRequest) -> StandInUser? {
    let pairs = (request.head.headerFields[.cookie] ?? "").split(separator: ";")
    for pair in pairs {
      let halves = pair.trimmingCharacters(in: .whitespaces).split(separator: "=", maxSplits: 1)
      guard halves.count == 2, halves[0] == Self.cookie else { continue }
      let name = memory.username(of: String(halves[1]))
      return users.first { $0.username == name }
    }
    return nil
  }

  private func page(_ refusal: WeiboRefusal) -> ServedResponse {
    .standIn(
      .badRequest,
      html: """
        <!doctype html><html lang="zh"><head><meta charset="utf-8"><title>微博</title></head><body>
        <p>访问出错了</p><p>error:\(refusal.word)</p><p>error_code:\(refusal.number)</p></body></html>
        """)
  }

  private struct Answer {
    let redirect: String
    let state: String?
    let isFragment: Bool

    func refusing(_ refusal: WeiboRefusal) -> ServedResponse {
      sending([
        ("error_uri", "/oauth2/authorize"), ("error", refusal.word),
        ("error_description", refusal.description), ("error_code", String(refusal.number)),
      ])
    }

    func sending(_ pairs: [(String, String)]) -> ServedResponse {
      let query = Parameters((state.map { [("state", $0)] } ?? []) + pairs).encoded
      if isFragment { return .standIn(redirect: redirect + "#" + query) }
      return .standIn(redirect: redirect + (redirect.contains("?") ? "&" : "?") + query)
    }
  }
}
