// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

extension OneTimeRecord.Kind {
  /// A message that a gateway took, and may report about.
  static let sentMessage = Self(rawValue: "sent_message")
}

extension IDaaSServer {
  /// How long reports of a message are waited for: services send them within 72 hours.
  private static let waiting: TimeInterval = 3 * 86_400

  /// Remembers a message under the gateway's name for it, where a gateway sends reports.
  ///
  /// What is kept is our name for the message, the application and the type: no number, no text. The limits on sending
  /// bound how many there are, and each goes by itself after three days.
  func remember(
    _ name: String, message id: String, type: String, _ context: CallContext
  ) async {
    guard !messages.receiptSources.isEmpty else { return }
    // The message is sent; that nothing can be matched to it later changes nothing for the user.
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
