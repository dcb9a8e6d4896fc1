// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// An issued proof of work. The server stores nothing about it until a solution arrives.
///
/// The challenge's token is its salt, a dot and its signature. The salt holds 16 random bytes, the end as
/// milliseconds of the epoch (8 bytes) and the cost (8 bytes); the signature is an HMAC-SHA-256 of the
/// salt, the client, the device and the purpose. So none of these can be changed.
struct WorkTicket {
  let salt: String
  let signature: String
  let endsAt: Date
  let cost: Int

  var token: Secret { Secret(salt + "." + signature) }

  init(random: [UInt8], endsAt: Date, cost: Int, for binding: CaptchaBinding, _ sealer: Sealer) {
    let milliseconds = Int64((endsAt.timeIntervalSince1970 * 1_000).rounded())
    self.endsAt = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    self.cost = cost
    salt = Base64URL.encode(
      random + withUnsafeBytes(of: milliseconds.bigEndian, Array.init)
        + withUnsafeBytes(of: Int64(cost).bigEndian, Array.init))
    signature = Self.signature(of: salt, for: binding, sealer)
  }

  /// Reads a token.
  ///
  /// - Returns: Nil unless this server made it, for this client, device and purpose.
  init?(_ token: Secret, for binding: CaptchaBinding, _ sealer: Sealer) {
    let parts = token.reveal().split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let bytes = try? Base64URL.decode(parts[0]), bytes.count == 32 else {
      return nil
    }
    salt = String(parts[0])
    signature = Self.signature(of: salt, for: binding, sealer)
    guard ConstantTime.equal(signature.utf8, parts[1].utf8) else { return nil }
    func number(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
    endsAt = Date(timeIntervalSince1970: Double(number(16..<24)) / 1_000)
    cost = Int(clamping: number(24..<32))
  }

  private static func signature(
    of salt: String, for binding: CaptchaBinding, _ sealer: Sealer
  ) -> String {
    Base64URL.encode(
      sealer.tag(
        of: [salt, binding.clientID, binding.device, binding.purpose ?? ""], for: .captchaWork))
  }
}
