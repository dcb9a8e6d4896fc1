// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes

/// The authorization page.
extension NXService {
  private static let known: Set<String> = [
    "response_type", "client_id", "redirect_uri", "scope", "state",
  ]

  /// The authorization page: draft 10 §3.
  func authorization(_ request: ServedRequest, now: Date) -> ServedResponse {
    guard let query = try? Parameters(decoding: request.query) else {
      return .standIn(.badRequest, html: "<p>The address cannot be read.</p>")
    }
    // An error page instead of a redirect to an unregistered address.
    guard let id = query["client_id"], clients.keys.contains(id) else {
      return .standIn(.badRequest, html: "<p>invalid_client</p>")
    }
    guard let redirect = query["redirect_uri"], isRegistered(redirect) else {
      return .standIn(.badRequest, html: "<p>redirect_uri_mismatch</p>")
    }
    let answer = Answer(redirect: redirect, state: query["state"])
    guard query["response_type"] == "code" else {
      return answer.refusing("unsupported_response_type")
    }
    if manner.refusesUnknown, query.names.contains(where: { !Self.known.contains($0) }) {
      return answer.refusing("invalid_request")
    }
    let scopes = (query["scope"] ?? "").split(separator: " ").map(String.init)
    guard !scopes.contains("forbidden") else { return answer.refusing("invalid_scope") }
    let page = StandInPage(users: users)
    guard request.head.method == .post else { return page.page("NX", asking: scopes) }
    switch page.answer(to: request, "NX", asking: scopes) {
    case .again(let page): return page
    case .denied: return answer.refusing("access_denied")
    case .allowed(let user):
      let code = tokens.code(
        for: StandInTokens.Grant(
          user: user, clientID: id, scopes: scopes, redirectURI: redirect,
          challenge: query["code_challenge"]),
        until: now + 300)
      return answer.sending([("code", code)])
    }
  }

  private func isRegistered(_ redirect: String) -> Bool {
    redirectURIs.contains(redirect)
      || ["http://127.0.0.1:", "http://localhost:"].contains { redirect.hasPrefix($0) }
  }

  private struct Answer {
    let redirect: String
    let state: String?

    func refusing(_ error: String) -> ServedResponse { sending([("error", error)]) }

    func sending(_ pairs: [(String, String)]) -> ServedResponse {
      let query = Parameters(pairs + (state.map { [("state", $0)] } ?? []))
      return .standIn(redirect: redirect + (redirect.contains("?") ? "&" : "?") + query.encoded)
    }
  }
}
