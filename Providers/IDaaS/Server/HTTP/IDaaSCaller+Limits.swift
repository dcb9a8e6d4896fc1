// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol

/// The limits of what a caller may write into logs and counters.
extension IDaaSCaller {
  /// Whether the fields are short and of visible ASCII: they go into logs, counters and records.
  ///
  /// - Throws: `parameterFormat` naming the field.
  func checkLimits() throws(Refusal) {
    try Self.check(clientID, "X-client-id", 128)
    try Self.check(system, "X-operating-sys-version", 128)
    try Self.check(device, "X-device-fingerprint", 128)
    try Self.check(agent, "X-agent", 512)
    if let claimedAddress { try Self.check(claimedAddress, "X-device-ip", 64) }
    if let language { try Self.check(language, "X-L", 64) }
  }

  private static func check(_ text: String, _ field: String, _ limit: Int) throws(Refusal) {
    guard (1...limit).contains(text.utf8.count), text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else {
      throw Refusal(.parameterFormat, field, detail: .badFormat)
    }
  }
}
