// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Crypto
import Foundation
import HTTPTypes

/// The theme of the tenant, which clients read and administrators replace.
extension IDaaSServer {
  /// `GET /api/v2/sdk/theme`
  func themeDocument(_ request: ServedRequest) async -> ServedResponse {
    let response = await serve(request) { _, context in
      ThemeCall.json(try await theme(of: context.application, call: nil))
    }
    guard response.head.status == .ok else { return response }
    return tagged(response, for: request)
  }

  /// `GET` and `PUT /api/v2/tenant/applications/{client_id}/theme`, with the application's administrator token
  /// as a bearer.
  func administeredTheme(_ request: ServedRequest) async -> ServedResponse {
    let parts = request.path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 7, parts[6] == "theme", !parts[5].isEmpty else {
      return .text(.notFound, "Not found.")
    }
    let requestID = environment.token(bytes: 12)
    do {
      guard
        let application = try await administered(String(parts[5]), request.head)
      else {
        var response = ServedResponse.refusal(
          Refusal(.clientUnknown, detail: .unknownClient), requestID: requestID,
          language: request.language)
        response.head.status = .unauthorized
        // "a server generating a 401 response MUST send a WWW-Authenticate header field".
        // https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1
        response.head.headerFields[.wwwAuthenticate] = "Bearer"
        return response
      }
      if request.head.method == .put { try await put(request.body, for: application) }
      let theme = try await theme(of: application, call: nil)
      guard request.head.method == .put else {
        return tagged(.json(.ok, .object(theme.json), requestID: requestID), for: request)
      }
      let warnings = theme.warnings()
      return .json(
        .ok,
        ["warnings": .array(warnings.map { .object($0.document) })], requestID: requestID)
    } catch let refusal as Refusal {
      return .refusal(refusal, requestID: requestID, language: request.language)
    } catch {
      audit(.storeUnavailable(error))
      return .refusal(Refusal(.busy), requestID: requestID, language: request.language)
    }
  }

  private func put(_ body: Data, for application: TenantApplication) async throws {
    guard let json = try? JSONObject(parsing: [UInt8](body)) else {
      throw Refusal(.parameterFormat, "body", detail: .badFormat)
    }
    let theme = try PageTheme(json: json)
    try checkPictures(of: theme, at: application)
    try await ThemeShelf(store: store).replace(
      theme, of: application.id, at: environment.now())
  }

  /// The application, if the administrator token is right. An unknown application gets the response of a
  /// wrong token.
  private func administered(
    _ id: String, _ head: HTTPRequest
  ) async throws -> TenantApplication? {
    let application = try await tenant.application(id)
    let field = head.headerFields[.authorization] ?? ""
    guard field.lowercased().hasPrefix("bearer ") else { return nil }
    let sent = Secret(String(field.dropFirst(7)))
    // Digests are compared, so that the time does not depend on the text or on whether a token is
    // configured.
    let wanted = application?.adminToken ?? Secret(environment.token())
    let isRight = ConstantTime.equal(
      TokenDigest(of: sent).bytes, TokenDigest(of: wanted).bytes)
    return isRight && application?.adminToken?.isEmpty == false ? application : nil
  }

  /// Adds an entity tag; a client that already has the content gets 304 without a body.
  /// [RFC 9110 §8.8.3](https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3)
  private func tagged(_ response: ServedResponse, for request: ServedRequest) -> ServedResponse {
    var response = response
    let hash = Array(SHA256.hash(data: response.body).prefix(12))
    let tag = "\"" + Base64URL.encode(hash) + "\""
    response.head.headerFields[.eTag] = tag
    response.head.headerFields[.cacheControl] = "private, no-cache"
    let known = request.head.headerFields[.ifNoneMatch]?.split(separator: ",") ?? []
    if known.contains(where: { $0.filter { $0 != " " } == tag || $0.hasSuffix(tag) }) {
      response.head.status = .notModified
      response.body = Data()
    }
    return response
  }
}

extension ThemeWarning {
  /// The warning as JSON.
  fileprivate var document: JSONObject {
    [
      "text": .string(text), "background": .string(background),
      "ratio": JSONNumber(ratio).map { .number($0) } ?? .null,
    ]
  }
}
