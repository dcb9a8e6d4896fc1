// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Reads the configuration of a gateway's delivery reports.
extension GatewayFile {
  /// - Returns: Nil for a gateway without a key: its reports are not received.
  func receipts(_ members: TenantMembers) throws(TenantError) -> ReceiptSource? {
    guard let form = ReceiptSource.Form(rawValue: try members.text("kind")),
      let key = try TenantApplication.secret("receipt_key", members, reader)
    else { return nil }
    // The key is a part of an address without escaping, and must not be guessed.
    let text = key.reveal()
    let isSafe = text.utf8.allSatisfy { byte in
      0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
        || "-._~".utf8.contains(byte)
    }
    guard isSafe, (20...128).contains(text.utf8.count) else {
      throw members.trouble(
        "receipt_key", "must have 20 to 128 letters, digits or marks of -._~, drawn at random")
    }
    return ReceiptSource(form, key: key)
  }
}
