// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Crypto
import Foundation
import HTTPTypes

/// The token endpoint.
extension OCLCService {
  /// One member of a token response. If `isNumber`, it is a number in JSON; in a fragment all are texts.
  struct Member {
    let name: String
    let text: String
    var isNumber = false

    var value: JSONValue {
      if isNumber, let number = Int(text) { return .number(JSONNumber(number)) }
      return .string(text)
    }
  }

  func token(_ request: ServedRequest, _ generation: Generation, _ now: Date) -> ServedResponse {
    do throws(OCLCRefusal) {
      guard request.head.method == .post else {
        throw OCLCRefusal("invalid_request", "Only POST.", status: .methodNotAllowed)
      }
      // All parameters are in the address.
      guard request.body.isEmpty, request.head.headerFields[.contentLength] == "0" else {
        throw OCLCRefusal("invalid_request", "A token request has no body, and says so.")
      }
      let query: Parameters
      do { query = try Parameters(decoding: request.query) } catch {
        throw OCLCRefusal("invalid_request", "The query cannot be read.")
      }
      let client = try authenticated(request, query, generation, now)
      var json = JSONObject()
      for member in try granted(query, to: client, generation, now) {
        json[member.name] = member.value
      }
      return .standIn(json: json)
    } catch {
      return errors.response(error)
    }
  }

  private func authenticated(
    _ request: ServedRequest, _ query: Parameters, _ generation: Generation, _ now: Date
  ) throws(OCLCRefusal) -> Client {
    guard query["client_secret"] == nil else {
      throw OCLCRefusal("invalid_request", "A secret does not belong into an address.")
    }
    if generation == .wskey {
      // A mobile app has no secret: it only sends its client id, and only the refresh grant accepts that.
      if refreshes == .signedOrNamed, request.head.headerFields[.authorization] == nil,
        query["grant_type"] == "refresh_token",
        let client = client(query["client_id"])
      {
        return client
      }
      return try signatures.check(request, clients: clients, now: now).client
    }
    guard let basic = request.basicCredentials, let client = client(basic.id),
      Secret(basic.secret).matches(client.secret)
    else { throw OCLCRefusal("invalid_client", "WSKey is invalid") }
    return client
  }

  private func granted(
    _ query: Parameters, to client: Client, _ generation: Generation, _ now: Date
  ) throws(OCLCRefusal) -> [Member] {
    switch query["grant_type"] {
    case "authorization_code":
      guard let code = query["code"], let grant = tokens.redeem(code: code, now: now),
        grant.clientID == client.wskey, grant.redirectURI == query["redirect_uri"],
        Self.fits(query["code_verifier"], grant.challenge)
      else { throw OCLCRefusal("invalid_grant", "The code is invalid.", status: .badRequest) }
      if generation == .wskey {
        guard (query["contextInstitutionId"] ?? "") == grant.notes["asked"] else {
          throw OCLCRefusal("invalid_request", "contextInstitutionId is not the one of the code.")
        }
      }
      return reply(for: grant, now: now, refreshing: nil)
    case "refresh_token":
      guard let token = query["refresh_token"], let grant = tokens.refresh(token, now: now),
        grant.clientID == client.wskey
      else {
        throw OCLCRefusal("invalid_grant", "The refresh token is invalid.", status: .badRequest)
      }
      return reply(for: grant, now: now, refreshing: token)
    case "client_credentials":
      let scopes = (query["scope"] ?? "").split(separator: " ").map(String.init)
      guard !scopes.isEmpty else { throw OCLCRefusal("invalid_scope", "The scope is missing.") }
      if generation == .wskey {
        for name in ["authenticatingInstitutionId", "contextInstitutionId"]
        where query[name] == nil {
          throw OCLCRefusal("invalid_request", "\(name) is missing.")
        }
        if let unknown = unknownInstitution(query) { throw unknown }
      }
      var grant = StandInTokens.Grant(clientID: client.wskey, scopes: scopes)
      grant.notes = notes(query, scopes, "")
      return reply(for: grant, now: now, refreshing: nil)
    case nil: throw OCLCRefusal("invalid_request", "grant_type is missing.")
    default: throw OCLCRefusal("unsupported_grant_type", "The grant type is not supported.")
    }
  }

  /// Whether a code verifier matches the code challenge: RFC 7636 §4.6. Both may be missing.
  private static func fits(_ verifier: String?, _ challenge: String?) -> Bool {
    guard let challenge else { return verifier == nil }
    guard let verifier else { return false }
    let hash = Data(SHA256.hash(data: Data(verifier.utf8))).base64EncodedString()
    return hash.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
      == challenge
  }

  /// The members of a token response. A refresh does not return a new refresh token.
  func reply(
    for grant: StandInTokens.Grant, now: Date, refreshing old: String?
  ) -> [Member] {
    let ends = now.addingTimeInterval(TimeInterval(accessLifetime))
    var members = [
      Member(
        name: "access_token", text: tokens.accessToken(for: grant, prefix: "tk_", until: ends)),
      Member(name: "token_type", text: "bearer"),
      Member(name: "expires_at", text: Self.date(ends)),
      Member(
        name: "context_institution_id", text: grant.notes["context"] ?? "", isNumber: true),
    ]
    if times == .both {
      members.append(Member(name: "expires_in", text: String(accessLifetime), isNumber: true))
    }
    if let user = grant.user {
      members.append(Member(name: "principalID", text: user.id))
      members.append(
        Member(
          name: "principalIDNS", text: "urn:oclc:wms:\(grant.notes["authenticating"] ?? "")"))
    }
    if grant.scopes.contains("refresh_token"), old == nil {
      let ends = now.addingTimeInterval(TimeInterval(refreshLifetime))
      members.append(
        Member(
          name: "refresh_token",
          text: tokens.refreshToken(for: grant, prefix: "rt_", until: ends)))
      members.append(Member(name: "refresh_token_expires_at", text: Self.date(ends)))
      if times == .both {
        members.append(
          Member(name: "refresh_token_expires_in", text: String(refreshLifetime), isNumber: true))
      }
    }
    return members
  }

  private static func date(_ date: Date) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "yyyy-MM-dd HH:mm:ss'Z'"
    return formatter.string(from: date)
  }
}
