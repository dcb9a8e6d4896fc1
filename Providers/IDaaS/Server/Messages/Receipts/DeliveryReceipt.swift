// SPDX-License-Identifier: Apache-2.0

/// The delivery report of a gateway about a message that it accepted.
struct DeliveryReceipt: Sendable, Equatable {
  /// The gateway's id for the message.
  let id: String
  let isDelivered: Bool
  /// The gateway's code for what happened.
  let reason: String

  /// - Returns: Nil when the id or the outcome is missing, or the id is malformed.
  init?(id: String?, isDelivered: Bool?, reason: String?) {
    guard let id, let isDelivered, (1...128).contains(id.utf8.count) else { return nil }
    self.id = id
    self.isDelivered = isDelivered
    self.reason = Self.word(reason ?? "")
  }

  /// The reason for the log: one short word. A longer text, or what could be a phone number, is left out.
  private static func word(_ text: String) -> String {
    let isWord =
      (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
          || "-_.:".utf8.contains(byte)
      }
    let digits = text.utf8.split { !(0x30...0x39 ~= $0) }.map(\.count).max() ?? 0
    return isWord && digits < 7 ? text : "unnamed"
  }
}
