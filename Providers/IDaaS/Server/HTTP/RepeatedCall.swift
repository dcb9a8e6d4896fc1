// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Crypto
import Foundation
import HTTPTypes

/// The records of repeated calls.
extension OneTimeRecord.Kind {
  /// A stored response, which is returned again for the same call.
  static let answer = OneTimeRecord.Kind(rawValue: "answer")
}

/// Calls with an `Idempotency-Key`: an app that lost the response repeats the call and gets the same
/// response. No second message is sent, and no second attempt of a code is counted.
extension IDaaSServer {
  /// How long a response is kept, in seconds.
  private static let kept: TimeInterval = 600
  /// How long a call without a stored response counts as running, in seconds.
  private static let working: TimeInterval = 10

  /// Runs a call once for each key, device and application.
  ///
  /// A temporary error (busy, too many requests) is not stored: the same call may be made again.
  /// - Throws: `parameterFormat` for a key that is not valid; `parameterValue` when another call had the key; `busy`
  ///   while the first call is still running.
  func once(
    _ request: ServedRequest, _ context: CallContext, _ body: () async throws -> ServedResponse
  ) async throws -> ServedResponse {
    guard let key = request.field("Idempotency-Key") else { return try await body() }
    guard (1...128).contains(key.utf8.count), key.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw Refusal(.parameterFormat, "Idempotency-Key", detail: .badFormat)
    }
    let name = counter(
      "answer", context.application.id, context.caller.device, request.path, key)
    let digest = TokenDigest(of: Secret(name))
    let content = Self.content(of: request)
    if let record = try await store.record(.answer, digest, at: context.now) {
      return try replay(record, content, name)
    }
    guard
      try await store.insertOnce(
        namespace: "idaas.answer", key: name,
        expiresAt: context.now.addingTimeInterval(Self.working), at: context.now)
    else { throw Refusal(.busy, detail: .rateLimited, retryAfter: 1) }
    var response: ServedResponse
    do {
      response = try await body()
    } catch let refusal as Refusal where refusal.passes {
      throw refusal
    } catch let refusal as Refusal {
      response = self.refusal(refusal, request, context.requestID)
    }
    try await keep(response, as: name, digest, content, context)
    return response
  }

  /// A hash of what makes two calls the same: body, login and user.
  private static func content(of request: ServedRequest) -> String {
    var hash = SHA256()
    for part in [
      request.field("X-state-token") ?? "", request.head.headerFields[.authorization] ?? "",
    ] {
      hash.update(data: Array("\(part.utf8.count):\(part)".utf8))
    }
    hash.update(data: request.body)
    return Base64URL.encode(Array(hash.finalize()))
  }

  private func keep(
    _ response: ServedResponse, as name: String, _ digest: TokenDigest, _ content: String,
    _ context: CallContext
  ) async throws {
    // The response may contain tokens, so it is stored sealed.
    let sealed = try sealer.seal([UInt8](response.body), for: .answers, context: name)
    let record = OneTimeRecord(
      kind: .answer, digest: digest,
      content: [
        "content": .string(content), "status": .number(JSONNumber(response.head.status.code)),
        "body": .string(Base64URL.encode(sealed)),
      ],
      expiresAt: context.now.addingTimeInterval(Self.kept))
    // The call has taken effect: the response is returned even when it cannot be stored.
    try? await store.storeAgain(record)
  }

  private func replay(
    _ record: OneTimeRecord, _ content: String, _ name: String
  ) throws -> ServedResponse {
    guard record.content["content"]?.stringValue == content else {
      throw Refusal(.parameterValue, "Idempotency-Key", detail: .badFormat)
    }
    guard let status = record.content["status"]?.intValue,
      let sealed = record.content["body"]?.stringValue.flatMap({ try? Base64URL.decode($0) }),
      let body = sealer.open(sealed, for: .answers, context: name)
    else { throw Refusal(.busy) }
    var response = ServedResponse.json(
      HTTPResponse.Status(code: status), [:], requestID: environment.token(bytes: 12))
    response.body = Data(body)
    return response
  }
}

extension Refusal {
  /// Whether the same call may succeed later.
  var passes: Bool { code == .busy || retryAfter != nil || code == .sendingFailed }
}
