// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Crypto
import Foundation
import HTTPTypes

/// The token endpoint.
extension NXService {
  /// An error response of the token endpoint.
  private struct Refusal: Error {
    let code: String
    var status = HTTPResponse.Status.badRequest
  }

  /// The token endpoint: draft 10 §4.
  func token(_ request: ServedRequest, now: Date) -> ServedResponse {
    do {
      let form = try parameters(of: request)
      let client = try client(of: request, form)
      return answer(try grant(form, client, now), form, request, now)
    } catch let refusal as Refusal {
      let json: JSONObject = ["error": .string(refusal.code)]
      return written(json, refusal.status, to: request)
    } catch {
      return .standIn(.badRequest, error: "invalid_request")
    }
  }

  private func parameters(of request: ServedRequest) throws -> Parameters {
    let type = request.head.headerFields[.contentType] ?? ""
    if request.head.method == .get, manner.readsQueries {
      guard request.body.isEmpty else { throw Refusal(code: "invalid_request") }
      return try Parameters(decoding: request.query)
    }
    guard request.head.method == .post, request.query.isEmpty else {
      throw Refusal(code: "invalid_request", status: .methodNotAllowed)
    }
    if type.hasPrefix("multipart/form-data"), manner.readsMultipart {
      let parts = try MultipartParts(request.body, type: type).parts
      guard Set(parts.map(\.name)).count == parts.count else {
        throw Refusal(code: "invalid_request")
      }
      return Parameters(parts.map { ($0.name, String(decoding: $0.content, as: UTF8.self)) })
    }
    guard type.split(separator: ";").first == "application/x-www-form-urlencoded" else {
      throw Refusal(code: "invalid_request", status: .unsupportedMediaType)
    }
    return try Parameters(bytes: request.body)
  }

  /// The id of the authenticated client: by the body, or by HTTP Basic.
  private func client(of request: ServedRequest, _ form: Parameters) throws -> String {
    let no = Refusal(code: "invalid_client", status: .unauthorized)
    var id = form["client_id"]
    var secret = form["client_secret"]
    if request.head.headerFields[.authorization] != nil {
      guard secret == nil, let basic = request.basicCredentials, id == nil || id == basic.id
      else { throw no }
      (id, secret) = basic
    } else if secret != nil, !manner.readsSecretInBody {
      throw no
    }
    guard let id, let known = clients[id] else { throw no }
    guard let known else { return id }
    guard let secret, known.matches(Secret(secret)) else { throw no }
    return id
  }

  private func grant(
    _ form: Parameters, _ client: String, _ now: Date
  ) throws -> StandInTokens.Grant {
    let scopes = form["scope"]?.split(separator: " ").map(String.init)
    guard scopes?.contains("forbidden") != true else { throw Refusal(code: "invalid_scope") }
    var grant: StandInTokens.Grant
    switch form["grant_type"] {
    case "authorization_code": grant = try redeemed(form, client, now)
    case "refresh_token":
      let token = form["refresh_token"] ?? ""
      let found =
        manner.rotates
        ? tokens.spend(refresh: token, now: now) : tokens.refresh(token, now: now)
      guard let found, found.clientID == client else { throw Refusal(code: "invalid_grant") }
      grant = found
    case "password":
      guard
        let user = users.first(where: {
          $0.username == form["username"] && $0.password.matches(Secret(form["password"] ?? ""))
        })
      else { throw Refusal(code: "invalid_grant") }
      grant = StandInTokens.Grant(user: user, clientID: client)
    case "client_credentials":
      guard case .some(.some) = clients[client] else {
        throw Refusal(code: "unauthorized_client")
      }
      grant = StandInTokens.Grant(clientID: client)
    case "assertion":
      // Draft 10 §4.1.3: the format of the assertion is an absolute URI beside it.
      guard form["assertion_type"]?.contains(":") == true else {
        throw Refusal(code: "invalid_request")
      }
      grant = try asserted(form, client)
    case "urn:ietf:params:oauth:grant-type:saml2-bearer",
      "urn:ietf:params:oauth:grant-type:jwt-bearer":
      guard form["assertion_type"] == nil else { throw Refusal(code: "invalid_request") }
      grant = try asserted(form, client)
    case nil: throw Refusal(code: "invalid_request")
    default: throw Refusal(code: "unsupported_grant_type")
    }
    if let scopes { grant.scopes = scopes }
    return grant
  }

  private func redeemed(
    _ form: Parameters, _ client: String, _ now: Date
  ) throws -> StandInTokens.Grant {
    guard let grant = tokens.redeem(code: form["code"] ?? "", now: now), grant.clientID == client
    else { throw Refusal(code: "invalid_grant") }
    guard grant.redirectURI == form["redirect_uri"] else {
      throw Refusal(code: "redirect_uri_mismatch")
    }
    if let challenge = grant.challenge {
      let hash = Data(SHA256.hash(data: Data((form["code_verifier"] ?? "").utf8)))
      let text = hash.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
        .replacing("=", with: "")
      guard text == challenge else { throw Refusal(code: "invalid_grant") }
    }
    return grant
  }

  private func asserted(_ form: Parameters, _ client: String) throws -> StandInTokens.Grant {
    guard let id = form["assertion"].flatMap({ assertions[$0] }),
      let user = users.first(where: { $0.id == id })
    else { throw Refusal(code: "invalid_grant") }
    return StandInTokens.Grant(user: user, clientID: client)
  }

  private func answer(
    _ grant: StandInTokens.Grant, _ form: Parameters, _ request: ServedRequest, _ now: Date
  ) -> ServedResponse {
    var json: JSONObject = [
      "access_token": .string(tokens.accessToken(for: grant, until: now + manner.lifetime)),
      "expires_in": .number(JSONNumber(Int(manner.lifetime))),
    ]
    json["token_type"] = manner.tokenType.map(JSONValue.string)
    if !grant.scopes.isEmpty {
      json["scope"] =
        manner.scopeIsArray
        ? .array(grant.scopes.map(JSONValue.string)) : .string(grant.scopes.joined(separator: " "))
    }
    if let member = manner.subjectMember, let user = grant.user {
      json[member] = .string(user.id)
    }
    let isRefresh = form["grant_type"] == "refresh_token"
    // Draft 10 §4.1.4: the server may issue a new refresh token.
    if manner.refreshLifetime != 0, grant.user != nil, manner.rotates || !isRefresh {
      json["refresh_token"] = .string(
        tokens.refreshToken(for: grant, until: manner.refreshLifetime.map { now + $0 }))
    }
    return written(json, .ok, to: request)
  }

  /// The response in JSON or, if `repliesInForms`, as a form for clients that do not request JSON.
  private func written(
    _ json: JSONObject, _ status: HTTPResponse.Status, to request: ServedRequest
  ) -> ServedResponse {
    let accept = request.head.headerFields[.accept] ?? ""
    guard manner.repliesInForms, !accept.contains("json") else {
      return .standIn(status, json: json)
    }
    let pairs = json.map { name, value in
      (name, value.stringValue ?? value.intValue.map(String.init) ?? "")
    }
    return .standIn(
      status, text: Parameters(pairs).encoded, type: "application/x-www-form-urlencoded")
  }
}
