// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes

/// The audit events of receipts.
extension AuditEvent.Name {
  /// A gateway reports that a message arrived.
  static let messageDelivered = Self(rawValue: "message_delivered")
  /// A gateway reports that a message did not arrive, with the reason.
  static let messageUndelivered = Self(rawValue: "message_undelivered")
}

extension IDaaSRoute {
  /// The route for delivery reports of gateways.
  static let receiptRoutes: [IDaaSRoute] = [
    IDaaSRoute(.post, IDaaSServer.receiptPath, isPrefix: true) { server, request in
      await server.takeReceipts(request)
    }
  ]
}

extension IDaaSServer {
  static let receiptPath = "/api/v1/receipts/"
  /// The maximum size of a body, in bytes.
  private static let maximumReceipts = 64 << 10

  /// Receives delivery reports.
  ///
  /// The address ends with the key of a gateway; any other one is 404. The response does not reveal
  /// whether a message is known: a gateway reports on all messages of an account, also on those of other
  /// programs.
  fileprivate func takeReceipts(_ request: ServedRequest) async -> ServedResponse {
    let key = Secret(String(request.path.dropFirst(Self.receiptPath.count)))
    // Every key is compared, in constant time, even after a match.
    let sources = messages.receiptSources.filter { $0.key.matches(key) }
    guard let form = sources.first?.form else { return .text(.notFound, "Not found.") }
    let requestID = environment.token(bytes: 12)
    guard request.body.count <= Self.maximumReceipts,
      let receipts = form.receipts(in: request.body)
    else { return form.response(.badRequest, requestID: requestID) }
    do {
      for receipt in receipts { try await note(receipt, from: form) }
      return form.response(.ok, requestID: requestID)
    } catch {
      audit(.storeUnavailable(error, ["request": requestID]))
      return form.response(.serviceUnavailable, requestID: requestID)
    }
  }

  /// Records the outcome of a message, once for each outcome: gateways repeat reports.
  private func note(_ receipt: DeliveryReceipt, from form: ReceiptSource.Form) async throws {
    let now = environment.now()
    guard
      let sent = try await store.record(.sentMessage, sentDigest(receipt.id), at: now),
      try await store.insertOnce(
        namespace: "idaas.receipt", key: counter("receipt", receipt.id, "\(receipt.isDelivered)"),
        expiresAt: sent.expiresAt, at: now)
    else { return }
    var details = ["gateway": form.rawValue, "reason": receipt.reason]
    for name in ["message", "client", "type"] { details[name] = sent.content[name]?.stringValue }
    audit(AuditEvent(receipt.isDelivered ? .messageDelivered : .messageUndelivered, details))
  }
}
