// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes

/// The steps of every call: read its fields, find its application, read its body, and write an error
/// response.
extension IDaaSServer {
  /// The maximum size of a body, in bytes.
  private static let maximumBody = 64 << 10

  func serve(
    _ request: ServedRequest,
    _ handler: (CallMessage, CallContext) async throws -> JSONValue
  ) async -> ServedResponse {
    await answer(request) { context in
      let json = try await handler(try Self.message(of: request), context)
      return .call(json, requestID: context.requestID)
    }
  }

  /// As `serve`, for a call that may be sent again with the same `Idempotency-Key`.
  func serveOnce(
    _ request: ServedRequest,
    _ handler: (CallMessage, CallContext) async throws -> JSONValue
  ) async -> ServedResponse {
    await answer(request) { context in
      let message = try Self.message(of: request)
      return try await once(request, context) {
        .call(try await handler(message, context), requestID: context.requestID)
      }
    }
  }

  private func answer(
    _ request: ServedRequest, _ body: (CallContext) async throws -> ServedResponse
  ) async -> ServedResponse {
    let requestID = request.wellFormedRequestID ?? environment.token(bytes: 12)
    do {
      return try await body(try await context(of: request, requestID))
    } catch {
      return refusal(error, request, requestID)
    }
  }

  private func context(
    of request: ServedRequest, _ requestID: String
  ) async throws -> CallContext {
    var caller = try IDaaSCaller(request.head.headerFields)
    try caller.checkLimits()
    guard let application = try await tenant.application(caller.clientID) else {
      throw Refusal(.clientUnknown, detail: .unknownClient)
    }
    caller.language = request.language
    return CallContext(
      caller: caller, application: application, source: request.source, requestID: requestID,
      now: environment.now(), canConfirm: request.hasCapability("confirm"))
  }

  /// The error response of a call; details go to the log only.
  func refusal(
    _ error: any Error, _ request: ServedRequest, _ requestID: String
  ) -> ServedResponse {
    if let refusal = error as? Refusal {
      return .refusal(
        refusal, requestID: requestID, language: request.language,
        tooMany: settings.saysTooManyRequests ? .tooManyRequests : nil)
    }
    audit(.storeUnavailable(error, ["request": requestID]))
    return .refusal(Refusal(.busy), requestID: requestID, language: request.language)
  }

  private static func message(of request: ServedRequest) throws(Refusal) -> CallMessage {
    guard let query = try? Parameters(decoding: request.query) else {
      throw Refusal(.parameterFormat, "query", detail: .badFormat)
    }
    guard !request.body.isEmpty else {
      return CallMessage(fields: request.head.headerFields, query: query)
    }
    // A form would turn the `+` of a number into a space, so it is refused with the name of the field.
    guard request.isJSON else {
      throw Refusal(.parameterFormat, "Content-Type", detail: .badFormat)
    }
    guard request.body.count <= maximumBody,
      let body = try? JSONObject(parsing: [UInt8](request.body))
    else { throw Refusal(.parameterFormat, "body", detail: .badFormat) }
    return CallMessage(fields: request.head.headerFields, query: query, body: body)
  }
}
