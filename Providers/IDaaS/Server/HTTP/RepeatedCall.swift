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
  /// A response that is given again to the same call.
  static let answer = OneTimeRecord.Kind(rawValue: "answer")
}

/// A call that names itself: an app whose answer was lost sends the same again and gets the same answer, not a
/// second message and not a second try of the code. `Idempotency-Key`.
extension IDaaSServer {
  /// How long a response is kept, in seconds.
  private static let kept: TimeInterval = 600
  /// How long a call without a response is taken for one that is still being worked on, in seconds.
  private static let working: TimeInterval = 10

  /// Answers a call once for each key, device and application.
  ///
  /// What failed for reasons that pass (busy, too often) is not kept: the same call may be made again.
  /// - Throws: `parameterFormat` for a key that is not valid; `parameterValue` when another call had the key; `busy`
  ///   while the first call is still being worked on.
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

  /// What makes two calls the same: body, login and user.
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
    // It may hold tokens, so the store sees it sealed.
    let sealed = try sealer.seal([UInt8](response.body), for: .answers, context: name)
    let record = OneTimeRecord(
      kind: .answer, digest: digest,
      content: [
        "content": .string(content), "status": .number(JSONNumber(response.head.status.code)),
        "body": .string(Base64URL.encode(sealed)),
      ],
      expiresAt: context.now.addingTimeInterval(Self.kept))
    // The call is done; a response that could not be kept is a response all the same.
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
  /// Whether the same call may go better later.
  var passes: Bool { code == .busy || retryAfter != nil || code == .sendingFailed }
}
