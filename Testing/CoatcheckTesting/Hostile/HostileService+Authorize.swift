// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes

/// The authorization endpoint, which approves every request, and the end session endpoint.
extension HostileService {
  func authorize(_ request: ServedRequest, _ site: HostileSite) throws -> ServedResponse {
    var parameters = try requested(request, site)
    let types = Set((parameters["response_type"] ?? "").split(separator: " ").map(String.init))
    let mode = parameters["response_mode"] ?? (types == ["code"] ? "query" : "fragment")
    // The remaining parameters are parsed as a request for a code.
    parameters["response_type"] = "code"
    parameters["response_mode"] = nil
    let asked = try AuthorizationRequest(parsing: parameters)
    guard asked.clientID == client.id, let redirectURI = asked.redirectURI else {
      throw OAuthError.refused(.invalidRequest, "The client or the redirect URI is unknown.")
    }
    var grant = StandInTokens.Grant(
      user: Self.user, clientID: client.id, scopes: asked.scopes.map(\.rawValue),
      redirectURI: redirectURI, challenge: asked.codeChallenge)
    grant.notes["nonce"] = asked.nonce
    grant.notes["jkt"] = parameters["dpop_jkt"]
    grant.notes["state"] = asked.state
    grant.notes["acr"] = asked.acrValues.first
    var answer = try self.answer(to: types, grant, site)
    answer["state"] = asked.state
    answer["iss"] = site.issuer
    behaviour.callback?(&answer, site)
    guard mode == "jwt" || mode.hasSuffix(".jwt") else {
      return Self.sent(answer, to: redirectURI, mode)
    }
    let usual = types == ["code"] ? "query" : "fragment"
    return Self.sent(
      try signed(answer, site), to: redirectURI,
      mode == "jwt" ? usual : String(mode.dropLast(4)))
  }

  /// A response in a JWT, of [JARM §2.1](https://openid.net/specs/oauth-v2-jarm.html).
  private func signed(_ answer: Parameters, _ site: HostileSite) throws -> Parameters {
    var claims: JSONObject = [:]
    for (name, value) in answer.pairs { claims[name] = .string(value) }
    claims["iss"] = .string(site.issuer)
    claims["aud"] = .string(client.id)
    claims["exp"] = site.date(after: 300)
    behaviour.response?(&claims, site)
    let token = try HostileSigner(keys: keys, client: client)
      .token(claims, behaviour.responseSignature)
    var sent: Parameters = ["response": token]
    if behaviour.hasBareCode { sent["code"] = answer["code"] }
    return sent
  }

  private func answer(
    to types: Set<String>, _ grant: StandInTokens.Grant, _ site: HostileSite
  ) throws -> Parameters {
    var answer: Parameters = [:]
    if types.contains("code") {
      answer["code"] = tokens.code(for: grant, until: site.now + 60)
    }
    if types.contains("token") {
      answer["access_token"] = tokens.accessToken(for: grant, until: site.now + 600)
      answer["token_type"] = "Bearer"
      answer["expires_in"] = "600"
    }
    if types.contains("id_token") {
      answer["id_token"] = try idToken(
        for: grant,
        beside: Companions(
          accessToken: answer["access_token"], code: answer["code"], state: grant.notes["state"]),
        site)
    }
    return answer
  }

  static func sent(_ answer: Parameters, to redirectURI: String, _ mode: String) -> ServedResponse {
    if mode == "form_post" { return .standIn(html: form(answer, to: redirectURI)) }
    let sign = mode == "fragment" ? "#" : redirectURI.contains("?") ? "&" : "?"
    return .standIn(redirect: redirectURI + sign + answer.encoded)
  }

  private static func form(_ answer: Parameters, to redirectURI: String) -> String {
    let inputs = answer.pairs.map {
      "<input type=\"hidden\" name=\"\(StandInPage.escaped($0.name))\" "
        + "value=\"\(StandInPage.escaped($0.value))\">"
    }
    return "<!doctype html><form method=\"post\" action=\"\(StandInPage.escaped(redirectURI))\">"
      + inputs.joined() + "<button name=\"decision\" value=\"allow\">Continue</button></form>"
  }

  func endSession(_ request: ServedRequest, _ site: HostileSite) throws -> ServedResponse {
    let asked = try Parameters(decoding: request.query)
    guard let redirectURI = asked["post_logout_redirect_uri"] else {
      return .standIn(html: "<!doctype html><title>Signed out</title>")
    }
    var answer: Parameters = [:]
    answer["state"] = asked["state"]
    behaviour.loggedOut?(&answer, site)
    return Self.sent(answer, to: redirectURI, "query")
  }
}
