// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts

extension Contact {
  /// The number or address for logs and pages: enough to tell it from one's own, too little to call it.
  ///
  /// No full number stands in a log: `+86138****3636`, `a***@example.com`.
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
