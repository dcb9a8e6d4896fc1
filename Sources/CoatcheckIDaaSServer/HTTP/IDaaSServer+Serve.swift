// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes

/// What every call goes through: its fields, its application, its body; and its refusal.
extension IDaaSServer {
  func serve(
    _ request: ServedRequest,
    _ handler: (CallMessage, CallContext) async throws -> JSONValue
  ) async -> ServedResponse {
    let requestID = environment.token(bytes: 12)
    do {
      let caller = try Caller(request.head.headerFields)
      guard let application = try await tenant.application(caller.clientID) else {
        throw Refusal(.clientUnknown, detail: .unknownClient)
      }
      let context = CallContext(
        caller: caller, application: application, source: request.source, requestID: requestID,
        now: environment.now())
      return .call(try await handler(try message(of: request), context), requestID: requestID)
    } catch let refusal as Refusal {
      return .refusal(refusal, requestID: requestID, language: request.language)
    } catch {
      audit(AuditEvent(.storeUnavailable, ["error": String(describing: type(of: error))]))
      return .refusal(Refusal(.busy), requestID: requestID, language: request.language)
    }
  }

  private func message(of request: ServedRequest) throws(Refusal) -> CallMessage {
    guard let query = try? Parameters(decoding: request.query) else {
      throw Refusal(.parameterFormat, "query", detail: .badFormat)
    }
    guard !request.body.isEmpty else {
      return CallMessage(fields: request.head.headerFields, query: query)
    }
    guard let body = try? JSONObject(parsing: [UInt8](request.body)) else {
      throw Refusal(.parameterFormat, "body", detail: .badFormat)
    }
    return CallMessage(fields: request.head.headerFields, query: query, body: body)
  }
}

extension ServedRequest {
  /// The language a caller wants, before its other fields are known to be good.
  var language: String {
    HTTPField.Name("X-L").flatMap { head.headerFields[$0] }
      ?? head.headerFields[.acceptLanguage] ?? "en"
  }
}

extension ServedResponse {
  /// The answer of a call.
  static func call(_ json: JSONValue, requestID: String) -> ServedResponse {
    .json(.ok, json == .null ? [:] : json, requestID: requestID)
  }

  /// The no of a call.
  static func refusal(
    _ refusal: Refusal, requestID: String, language: String
  ) -> ServedResponse {
    var response = json(
      refusal.code == .busy ? .internalServerError : .badRequest,
      .object(refusal.json(language: language, requestID: requestID)), requestID: requestID)
    if let retryAfter = refusal.retryAfter {
      response.head.headerFields[.retryAfter] = String(retryAfter)
    }
    return response
  }

  static func json(
    _ status: HTTPResponse.Status, _ json: JSONValue, requestID: String
  ) -> ServedResponse {
    var head = HTTPResponse(status: status)
    head.headerFields[.contentType] = "application/json"
    head.headerFields[.cacheControl] = "no-store"
    if let name = HTTPField.Name("X-Request-Id") { head.headerFields[name] = requestID }
    return ServedResponse(head: head, body: Data(json.serialized()))
  }
}
