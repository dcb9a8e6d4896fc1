// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes

/// The authorization page, with the choice of an institution.
extension OCLCService {
  /// The authorization page: the user signs in, and approves or denies.
  func authorize(_ request: ServedRequest, _ generation: Generation, _ now: Date) -> ServedResponse
  {
    guard let query = try? Parameters(decoding: request.query) else {
      return .standIn(.badRequest, html: "<p>The request cannot be read.</p>")
    }
    guard let client = client(query["client_id"]) else {
      return .standIn(.unauthorized, html: "<p>WSKey is invalid.</p>")
    }
    // Without a registered redirect URI, the error is shown on a page and there is no redirect.
    guard let redirect = query["redirect_uri"], Self.fits(redirect, client) else {
      return .standIn(.badRequest, html: "<p>The redirect URI is not registered.</p>")
    }
    let isImplicit = query["response_type"] == "token" && generation == .wskey
    let scopes = (query["scope"] ?? "").split(separator: " ").map(String.init)
    func end(_ pairs: [(String, String)]) -> ServedResponse {
      let state = query["state"].map { [("state", $0)] } ?? []
      return Self.back(to: redirect, fragment: isImplicit, pairs + state)
    }
    if let problem = problem(query, scopes, generation) {
      return end([("error", problem.code), ("error_description", problem.message)])
    }
    if generation == .wskey, query["authenticatingInstitutionId"] == nil {
      return whereAreYouFrom(query)
    }
    let page = StandInPage(users: users)
    guard request.head.method == .post else {
      return page.page("Sign in to OCLC", asking: scopes)
    }
    switch page.answer(to: request, "Sign in to OCLC", asking: scopes) {
    case .again(let response): return response
    case .denied:
      return end([("error", "access_denied"), ("error_description", "The user denied access.")])
    case .allowed(let user):
      var grant = StandInTokens.Grant(
        user: user, clientID: client.wskey, scopes: scopes, redirectURI: redirect,
        challenge: query["code_challenge"])
      grant.notes = notes(query, scopes, request.path)
      guard isImplicit else {
        return end([("code", tokens.code(for: grant, until: now.addingTimeInterval(300)))])
      }
      return end(reply(for: grant, now: now, refreshing: nil).map { ($0.name, $0.text) })
    }
  }

  private func problem(
    _ query: Parameters, _ scopes: [String], _ generation: Generation
  ) -> OCLCRefusal? {
    let types = generation == .wskey ? ["code", "token"] : ["code"]
    guard let type = query["response_type"], types.contains(type) else {
      return OCLCRefusal("unsupported_response_type", "The response type is not supported.")
    }
    guard !scopes.isEmpty else { return OCLCRefusal("invalid_scope", "The scope is missing.") }
    if generation == .oauth {
      if let method = query["code_challenge_method"], method != "S256" {
        return OCLCRefusal("invalid_request", "The challenge method is not supported.")
      }
      guard let context = scopes.first(where: { $0.hasPrefix("context:") }),
        institutions.contains(String(context.dropFirst(8)))
      else { return OCLCRefusal("invalid_scope", "The context institution is missing.") }
      return nil
    }
    guard query["code_challenge"] == nil else {
      return OCLCRefusal("invalid_request", "Unknown parameter code_challenge.")
    }
    return unknownInstitution(query)
  }

  func unknownInstitution(_ query: Parameters) -> OCLCRefusal? {
    for name in ["authenticatingInstitutionId", "contextInstitutionId"] {
      if let id = query[name], !institutions.contains(id) {
        return OCLCRefusal("invalid_request", "\(name) is unknown.")
      }
    }
    return nil
  }

  /// The institutions of the tokens that will be issued.
  func notes(_ query: Parameters, _ scopes: [String], _ path: String) -> [String: String] {
    let named = scopes.first { $0.hasPrefix("context:") }.map { String($0.dropFirst(8)) }
    let authenticating =
      query["authenticatingInstitutionId"]
      ?? (path.hasPrefix("/auth/") ? String(path.dropFirst(6)) : institutions[0])
    return [
      "authenticating": authenticating,
      "context": query["contextInstitutionId"] ?? named ?? authenticating,
      "asked": query["contextInstitutionId"] ?? "",
    ]
  }

  /// The page on which the user chooses an institution, if the request names none.
  private func whereAreYouFrom(_ query: Parameters) -> ServedResponse {
    func escaped(_ text: String) -> String {
      text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
    }
    let hidden = query.pairs.map {
      "<input type=\"hidden\" name=\"\(escaped($0.name))\" value=\"\(escaped($0.value))\">"
    }.joined()
    let buttons = institutions.map {
      "<button name=\"authenticatingInstitutionId\" value=\"\($0)\">Continue at \($0)</button>"
    }.joined()
    return .standIn(
      html: "<h1>Where are you from?</h1><form method=\"get\">\(hidden)\(buttons)</form>")
  }

  private static func fits(_ redirect: String, _ client: Client) -> Bool {
    client.redirectURIs.contains(redirect) || redirect.hasPrefix("http://127.0.0.1:")
      || redirect.hasPrefix("http://localhost:")
  }

  /// Redirects to the client. In the parameters a space is `%20`, and a colon is not encoded.
  private static func back(
    to redirect: String, fragment: Bool, _ pairs: [(String, String)]
  ) -> ServedResponse {
    var plain = CharacterSet.alphanumerics
    plain.insert(charactersIn: "-._~:")
    let text = pairs.map { name, value in
      "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: plain) ?? "")"
    }.joined(separator: "&")
    let mark = fragment ? "#" : redirect.contains("?") ? "&" : "?"
    return .standIn(redirect: redirect + mark + text)
  }
}
