// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes

/// The web connector: a page, and the redirect to the address that receives the result.
extension KiiService {
  private static let connectors: Set = [
    "facebook", "twitter", "linkedin", "yahoo", "google", "googleplus", "dropbox", "box", "renren",
    "sina", "live", "qq", "kii", "openidconnect.simple",
  ]

  func connect(_ request: KiiRequest) throws -> ServedResponse {
    guard let query = try? Parameters(decoding: request.served.query), let id = query["id"],
      Self.connectors.contains(id)
    else { throw KiiRefusal.invalidInput("id") }
    let result =
      query["result_url"] ?? "\(request.base)/apps/\(appID)/integration/webauth/result"
    guard URL(string: result)?.scheme != nil else { throw KiiRefusal.invalidInput("result_url") }
    let title = "Sign in with \(id)"
    guard request.method == .post else { return page.page(title, asking: ["your profile"]) }
    switch page.answer(to: request.served, title, asking: ["your profile"]) {
    case .again(let page): return page
    case .denied:
      return redirect(result, ["kii_succeeded": "false", "kii_error_code": "UNAUTHORIZED"])
    case .allowed(let account): return redirect(result, accepted(account, id, request.now))
    }
  }

  private func accepted(_ account: StandInUser, _ id: String, _ now: Date) -> Parameters {
    let (user, isNew) = user(linkedTo: "\(id):\(account.username)")
    let ends = lifetime.map { now.addingTimeInterval(Double($0)) }
    let grant = StandInTokens.Grant(
      clientID: appID, notes: ["user": user.id, "family": tokens.name()])
    var query: Parameters = [
      "kii_succeeded": "true",
      "kii_access_token": tokens.accessToken(for: grant, until: ends), "kii_user_id": user.id,
      "kii_expires_in": "\(Self.seconds(until: ends, from: now))",
      "kii_new_user": isNew ? "true" : "false", "provider_user_id": account.username,
      "oauth_token": "\(id):\(account.username)", "oauth_token_expires_in": "5184000",
      "kii_flow_id": tokens.name(),
    ]
    if id == "twitter" { query["oauth_token_secret"] = "\(account.username)'s secret" }
    if id == "openidconnect.simple" {
      query["id_token"] = "e30.e30.x"
      query["refresh_token"] = "\(id) refresh"
    }
    return query
  }

  private func redirect(_ address: String, _ query: Parameters) -> ServedResponse {
    .standIn(redirect: address + (address.contains("?") ? "&" : "?") + query.encoded)
  }
}
