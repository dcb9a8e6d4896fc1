// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts

extension Contact {
  /// The masked number or address for logs and pages: `+86138****3636`, `a***@example.com`.
  ///
  /// Users can recognize their own contact, but others cannot use it. No log contains a full number.
  var masked: String {
    switch self {
    case .phone(let number):
      guard number.count > 8 else { return "****" }
      return number.prefix(max(3, number.count - 8)) + "****" + number.suffix(4)
    case .email(let address):
      let parts = address.split(separator: "@", maxSplits: 1)
      guard parts.count == 2, let first = parts[0].first else { return "****" }
      return "\(first)***@\(parts[1])"
    }
  }
}
