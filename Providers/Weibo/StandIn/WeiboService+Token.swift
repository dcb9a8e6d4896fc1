// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes

/// The token endpoint.
extension WeiboService {
  /// Redeems a code for an access token, or refreshes one.
  func accessToken(_ request: ServedRequest, now: Date) throws -> ServedResponse {
    guard request.head.method == .post else { throw WeiboRefusal.wrongMethod }
    let form = try form(of: request)
    let app = try client(of: request, form)
    let grant: StandInTokens.Grant
    switch form["grant_type"] {
    case "authorization_code": grant = try redeemed(form, app, now)
    case "refresh_token" where manner.givesRefreshTokens:
      guard let found = tokens.refresh(form["refresh_token"] ?? "", now: now),
        found.clientID == app.key
      else { throw WeiboRefusal.invalidGrant("invalid refresh_token") }
      grant = found
    case nil: throw WeiboRefusal.invalidRequest("grant_type")
    default: throw WeiboRefusal.unsupportedGrant
    }
    return reply(grant, app, now)
  }

  /// The parameters of a form in the body. A query is refused: secrets do not belong in an address.
  func form(of request: ServedRequest) throws -> Parameters {
    guard request.isForm else { throw WeiboRefusal.invalidRequest("content type") }
    guard request.query.isEmpty else { throw WeiboRefusal.invalidRequest("query") }
    return try Parameters(bytes: request.body)
  }

  /// Authenticates the app, by the body or by HTTP Basic.
  private func client(of request: ServedRequest, _ form: Parameters) throws -> WeiboApp {
    var id = form["client_id"]
    var secret = form["client_secret"]
    if request.head.headerFields[.authorization] != nil {
      guard secret == nil, let basic = request.basicCredentials, id == nil || id == basic.id
      else { throw WeiboRefusal.invalidClient }
      (id, secret) = basic
    }
    guard let app = app(id), let secret, secret.utf8.elementsEqual(app.secret.utf8) else {
      throw WeiboRefusal.invalidClient
    }
    return app
  }

  private func redeemed(
    _ form: Parameters, _ app: WeiboApp, _ now: Date
  ) throws -> StandInTokens.Grant {
    guard let code = form["code"], !code.isEmpty else {
      throw WeiboRefusal.invalidRequest("miss code")
    }
    guard let grant = tokens.redeem(code: code, now: now), grant.clientID == app.key else {
      throw WeiboRefusal.invalidGrant("invalid authorization code")
    }
    guard grant.redirectURI == form["redirect_uri"] else { throw WeiboRefusal.redirectMismatch }
    return grant
  }

  private func reply(
    _ grant: StandInTokens.Grant, _ app: WeiboApp, _ now: Date
  ) -> ServedResponse {
    let lifetime = app.lifetime
    // There is no `token_type`, and `remind_in` repeats `expires_in`.
    var json: JSONObject = [
      "access_token": .string(issue(grant, to: app, now: now)),
      "remind_in": manner.remindIsNumber
        ? .number(JSONNumber(lifetime)) : .string(String(lifetime)),
      "expires_in": .number(JSONNumber(lifetime)),
    ]
    if let user = grant.user {
      json["uid"] = Self.uid(uid(of: user), asNumber: manner.uidIsNumber)
    }
    json["isRealName"] = "true"
    if manner.givesRefreshTokens {
      json["refresh_token"] = .string(
        tokens.refreshToken(for: grant, prefix: "2.00r", until: now + 30 * 86_400))
    }
    if manner.callsTokensText {
      return .standIn(.ok, text: String(decoding: json.serialized(), as: UTF8.self))
    }
    return .standIn(json: json)
  }

  /// A new token. It is kept after its expiry, so that an expired token differs from an unknown one.
  func issue(_ grant: StandInTokens.Grant, to app: WeiboApp, now: Date) -> String {
    var grant = grant
    let created = Int(now.timeIntervalSince1970)
    grant.notes["created"] = String(created)
    grant.notes["ends"] = String(created + app.lifetime)
    return tokens.accessToken(for: grant, prefix: "2.00", until: nil)
  }

  /// A uid as a text or, digit by digit, as a number.
  static func uid(_ uid: String, asNumber: Bool) -> JSONValue {
    asNumber ? (try? JSONValue(parsing: Array(uid.utf8))) ?? .string(uid) : .string(uid)
  }
}
