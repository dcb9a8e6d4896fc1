// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes

/// The authorization server: the authorization page and the token endpoint.
extension DocomoService {
  /// The scopes of docomo Developer support 2.0.0.
  private static let scopes: Set<String> = [
    "PhotoGetContentsList", "PhotoGetContent", "PhotoUploadContent", "PhotoGetVacantSize",
    "PhotoUpdateRotateInfo", "PhotoUpdateTrashInfo", "PhotoGetGroupInfo",
    "PhonebookAllowedFriendsBidirectional", "PhonebookPostFeed", "PhonebookAddContact",
    "DataboxAll", "userid",
  ]

  /// `/cgi11d/authorization`
  func authorization(_ request: ServedRequest, _ now: Date) -> ServedResponse {
    guard let query = try? Parameters(decoding: request.query), query["client_id"] == clientID,
      let redirectURI = query["redirect_uri"], let target = Self.target(of: redirectURI)
    else { return .standIn(.badRequest, text: "This request comes from an unknown client.\n") }

    func sendBack(_ answer: Parameters) -> ServedResponse {
      var answer = answer
      answer["state"] = query["state"]
      return .standIn(redirect: "\(target)?\(answer.encoded)")
    }

    guard query["response_type"] == "code" else {
      return sendBack(["error": "unsupported_response_type"])
    }
    let wanted = (query["scope"] ?? "").split(separator: " ").map(String.init)
    // A scope that is repeated is refused.
    guard !wanted.isEmpty, Set(wanted).count == wanted.count,
      wanted.allSatisfy({ Self.scopes.union(rules.newerScopes).contains($0) })
    else { return sendBack(["error": "invalid_scope"]) }

    let page = StandInPage(users: users)
    let title = "docomo ID"
    guard request.head.method == .post else { return page.page(title, asking: wanted) }
    switch page.answer(to: request, title, asking: wanted) {
    case .again(let response): return response
    case .denied: return sendBack(["error": "access_denied"])
    case .allowed(let user):
      let code = tokens.code(
        for: StandInTokens.Grant(
          user: user, clientID: clientID, scopes: wanted, redirectURI: redirectURI),
        until: now.addingTimeInterval(300))
      return sendBack(["code": code])
    }
  }

  /// The address for the redirect: always `scheme://host/…`, also where the redirect URI has no path.
  private static func target(of redirectURI: String) -> String? {
    guard let colon = redirectURI.range(of: "://"), !redirectURI.contains("#"),
      !redirectURI.contains("?"), colon.upperBound < redirectURI.endIndex
    else { return nil }
    let rest = redirectURI[colon.upperBound...]
    return rest.contains("/") ? redirectURI : redirectURI + "/"
  }

  /// `/cgi12/token`
  func token(_ request: ServedRequest, _ now: Date) -> ServedResponse {
    guard request.head.method == .post,
      request.head.headerFields[.contentType]?.hasPrefix("application/x-www-form-urlencoded")
        == true, let form = try? Parameters(bytes: request.body)
    else { return .standIn(.badRequest, error: "invalid_request") }
    if let refusal = refusal(of: request, form) { return refusal }
    switch form["grant_type"] {
    case "authorization_code":
      guard let code = form["code"], let redirectURI = form["redirect_uri"] else {
        return .standIn(.badRequest, error: "invalid_request")
      }
      // The redirect URI has to equal that of the authorization request, whether it has a slash or not.
      guard let grant = tokens.redeem(code: code, now: now), grant.redirectURI == redirectURI else {
        return .standIn(.badRequest, error: "invalid_grant")
      }
      return reply(for: grant, refresh: rules.refreshTokens != .never, now)
    case "refresh_token":
      guard let token = form["refresh_token"] else {
        return .standIn(.badRequest, error: "invalid_request")
      }
      let renews = rules.refreshTokens == .always
      guard
        let grant = renews
          ? tokens.spend(refresh: token, now: now) : tokens.refresh(token, now: now)
      else { return .standIn(.badRequest, error: "invalid_grant") }
      return reply(for: grant, refresh: renews, now)
    case nil: return .standIn(.badRequest, error: "invalid_request")
    default: return .standIn(.badRequest, error: "unsupported_grant_type")
    }
  }

  /// The error response for a client that is not authenticated; nil if it is. Two methods at once are
  /// refused.
  private func refusal(of request: ServedRequest, _ form: Parameters) -> ServedResponse? {
    let isInField = request.head.headerFields[.authorization] != nil
    let isInBody = form["client_secret"] != nil
    guard !isInField || !isInBody else { return .standIn(.badRequest, error: "invalid_request") }
    let basic = request.basicCredentials
    let id = isInField ? basic?.id : form["client_id"]
    let secret = isInField ? basic?.secret : form["client_secret"]
    guard id == clientID, let secret, Secret(secret).matches(clientSecret) else {
      var refusal = ServedResponse.standIn(.unauthorized, error: "invalid_client")
      refusal.head.headerFields[.wwwAuthenticate] = "Basic realm=\"docomo\""
      return refusal
    }
    return nil
  }

  private func reply(
    for grant: StandInTokens.Grant, refresh: Bool, _ now: Date
  ) -> ServedResponse {
    let ends = now.addingTimeInterval(TimeInterval(rules.lifetime ?? 3600))
    var reply: JSONObject = [
      "access_token": .string(tokens.accessToken(for: grant, until: ends)),
      "token_type": "bearer", "scope": .string(grant.scopes.joined(separator: " ")),
    ]
    if let lifetime = rules.lifetime {
      reply["expires_in"] = rules.lifetimeIsText ? .string("\(lifetime)") : .number(.init(lifetime))
    }
    if refresh {
      reply["refresh_token"] = .string(tokens.refreshToken(for: grant, until: nil))
    }
    return .standIn(json: reply)
  }
}
