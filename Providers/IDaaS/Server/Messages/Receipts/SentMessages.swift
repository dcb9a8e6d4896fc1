// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

extension OneTimeRecord.Kind {
  /// A message that a gateway accepted, and may report on.
  static let sentMessage = Self(rawValue: "sent_message")
}

extension IDaaSServer {
  /// How long a message is remembered, in seconds: gateways report within 72 hours.
  private static let waiting: TimeInterval = 3 * 86_400

  /// Remembers a message under the gateway's id for it, if any gateway sends reports.
  ///
  /// It stores the server's id of the message, the application and the type, but no number and no text.
  /// The sending limits bound the number of records, and each expires after three days.
  func remember(
    _ name: String, message id: String, type: String, _ context: CallContext
  ) async {
    guard !messages.receiptSources.isEmpty else { return }
    // The message is sent: if the store fails, only its report cannot be matched later.
    try? await store.storeAgain(
      OneTimeRecord(
        kind: .sentMessage, digest: sentDigest(name.isEmpty ? id : name),
        content: [
          "message": .string(id), "client": .string(context.application.id), "type": .string(type),
        ],
        expiresAt: context.now.addingTimeInterval(Self.waiting)))
  }

  func sentDigest(_ name: String) -> TokenDigest { TokenDigest(of: Secret(counter("sent", name))) }
}
