// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes

/// The token endpoints.
extension KiiService {
  /// - Parameter isLegacy: Whether it is the older endpoint, outside of the app's address: it accepts no
  ///   forms, and requests without a grant type.
  func token(_ request: KiiRequest, isLegacy: Bool) throws -> ServedResponse {
    let json = try request.tokenParameters(takesForms: !isLegacy)
    let ends = try end(json, request.now)
    switch json["grant_type"]?.stringValue ?? (isLegacy ? Self.guess(json) : "") {
    case "password": return try password(json, request, until: ends, isLegacy)
    case "refresh_token": return try refresh(json, request)
    case "authorization_code": return try redeem(json, request)
    case "client_credentials": return try clientCredentials(json, request)
    case "mfa": return try secondFactor(json, request)
    case "": throw KiiRefusal(oauth: "invalid_request", "grant_type is missing")
    default: throw KiiRefusal(oauth: "unsupported_grant_type", "This grant is not supported")
    }
  }

  private static func guess(_ json: JSONObject) -> String {
    if json["username"] != nil { return "password" }
    return json["client_id"] != nil ? "client_credentials" : ""
  }

  /// `expiresAt`: the requested expiry, in milliseconds; nil if none is requested.
  func end(_ json: JSONObject, _ now: Date) throws -> Date? {
    guard let value = json["expiresAt"] else { return nil }
    guard case .number(let number) = value, let milliseconds = number.int,
      milliseconds <= 8_640_000_000_000_000
    else { throw KiiRefusal.invalidInput("expiresAt") }
    let end = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    guard end > now else { throw KiiRefusal.invalidInput("expiresAt") }
    return end
  }

  private func password(
    _ json: JSONObject, _ request: KiiRequest, until ends: Date?, _ isLegacy: Bool
  ) throws -> ServedResponse {
    let username = try json.text("username")
    let password = Secret(try json.text("password"))
    if json["client_id"] != nil { _ = try client(json) }
    let refusal =
      isLegacy
      ? KiiRefusal(.unauthorized, "AUTHENTICATION_FAILED", "The name or the password is wrong")
      : KiiRefusal(oauth: "invalid_grant", "The user was not found or the password is wrong")
    let prefix = "VENDOR_THING_ID:"
    if username.hasPrefix(prefix) {
      let id = String(username.dropFirst(prefix.count))
      guard things[id]?.matches(password) == true else { throw refusal }
      return issue(["thing": "th-\(id)"], until: ends, now: request.now)
    }
    guard let user = users.named(username), user.password?.matches(password) == true else {
      throw refusal
    }
    guard !user.isDisabled else {
      throw KiiRefusal(.unauthorized, "USER_DISABLED", "The user is disabled")
    }
    var notes = ["user": user.id]
    if user.oneTimeCode != nil { notes["unproved"] = "yes" }
    return issue(notes, until: ends, now: request.now)
  }

  /// "Both old ones are dead at once."
  private func refresh(_ json: JSONObject, _ request: KiiRequest) throws -> ServedResponse {
    if json["client_id"] != nil { _ = try client(json) }
    let token = try json.text("refresh_token")
    let known = tokens.refresh(token, now: request.now)
    guard known?.notes["user"].flatMap(users.user)?.isDisabled != true else {
      throw KiiRefusal(.unauthorized, "USER_DISABLED", "The user is disabled")
    }
    guard let grant = tokens.spend(refresh: token, now: request.now) else {
      throw KiiRefusal.wrongRefreshToken
    }
    tokens.revoke { $0.notes["family"] == grant.notes["family"] }
    return issue(grant.notes, until: nil, now: request.now)
  }

  private func redeem(_ json: JSONObject, _ request: KiiRequest) throws -> ServedResponse {
    let id = try client(json)
    guard let grant = tokens.redeem(code: try json.text("code"), now: request.now),
      grant.clientID == id, grant.redirectURI == json["redirect_uri"]?.stringValue
    else { throw KiiRefusal(oauth: "invalid_grant", "The code is wrong") }
    return issue(grant.notes, until: nil, now: request.now)
  }

  /// The client that authenticates by the credentials in the body.
  private func client(_ json: JSONObject) throws -> String {
    let id = try json.text("client_id")
    guard clients[id]?.matches(Secret(try json.text("client_secret"))) == true else {
      throw KiiRefusal.unauthorized
    }
    return id
  }

  private func clientCredentials(
    _ json: JSONObject, _ request: KiiRequest
  ) throws -> ServedResponse {
    let id = try json.text("client_id")
    let secret = Secret(try json.text("client_secret"))
    if id == admin.id, secret.matches(admin.secret) {
      return issue(["admin": id], until: nil, now: request.now)
    }
    guard id == appID, secret.matches(Secret(appKey)) else { throw KiiRefusal.unauthorized }
    return issue(["anonymous": "yes"], until: nil, now: request.now)
  }

  private func secondFactor(_ json: JSONObject, _ request: KiiRequest) throws -> ServedResponse {
    let grant = try grant(request)
    guard let id = grant.notes["user"] else { throw KiiRefusal.unauthorized }
    let isProved = try users.change(id) { user in
      guard let expected = user.oneTimeCode else {
        throw KiiRefusal(oauth: "invalid_request", "The user has no second factor")
      }
      if let code = json["totp_code"]?.stringValue { return expected.matches(Secret(code)) }
      let code = Secret(try json.text("recovery_code"))
      let count = user.recoveryCodes.count
      user.recoveryCodes.removeAll { $0.matches(code) }
      return user.recoveryCodes.count < count
    }
    guard isProved else { throw KiiRefusal(oauth: "invalid_grant", "The code is wrong") }
    tokens.revoke { $0.notes["family"] == grant.notes["family"] }
    return issue(["user": id], until: nil, now: request.now)
  }

  /// Issues tokens, and returns the token response. The refresh token is for users, if the app has refresh
  /// tokens: pseudo users, things and the app itself never get one.
  func issue(
    _ notes: [String: String], until wanted: Date?, now: Date, json extra: JSONObject = [:]
  ) -> ServedResponse {
    var notes = notes
    notes["family"] = tokens.name()
    // The lifetime that the sign-in requested applies to refreshed tokens as well.
    if let wanted { notes["lifetime"] = String(wanted.timeIntervalSince(now)) }
    let own = notes["lifetime"].flatMap(Double.init)
    let ends = (own ?? lifetime.map(Double.init)).map { now.addingTimeInterval($0) }
    let grant = StandInTokens.Grant(clientID: appID, notes: notes)
    var json: JSONObject = [
      "access_token": .string(tokens.accessToken(for: grant, until: ends)),
      "expires_in": .number(JSONNumber(Self.seconds(until: ends, from: now))),
      "token_type": "bearer",
    ]
    json["id"] = (notes["user"] ?? notes["thing"]).map(JSONValue.string)
    if givesRefreshTokens, let id = notes["user"], users.user(id)?.isPseudo == false {
      json["refresh_token"] = .string(tokens.refreshToken(for: grant, until: nil))
    }
    for (name, value) in extra { json[name] = value }
    return .standIn(json: json)
  }

  /// `expires_in`: the remaining seconds; without a limit, the maximum of 32 bits.
  static func seconds(until end: Date?, from now: Date) -> Int {
    let maximum = 2_147_483_647
    guard let end else { return maximum }
    return Int(min(end.timeIntervalSince(now), Double(maximum)))
  }
}

extension KiiUsers.User {
  /// Whether the user has neither a password nor a linked account.
  var isPseudo: Bool { password == nil && links.isEmpty }
}
