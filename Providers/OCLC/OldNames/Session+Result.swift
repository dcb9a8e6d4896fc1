// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckClient
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

extension Session {
  /// The parameters of the response, by the names of OCLC's document, all of them texts. Dates are as the document shows
  /// them: in UTC, with `%20` for the space.
  var oclcResult: [AnyHashable: Any] {
    guard let stored else { return [:] }
    var result: [AnyHashable: Any] = [
      "access_token": stored.accessToken.reveal(), "token_type": stored.tokenType.lowercased(),
    ]
    for (name, value) in stored.extra {
      result[name] = value.stringValue ?? value.intValue.map { "\($0)" }
    }
    result.merge(Self.times("expires", stored.expiry, stored.obtainedAt)) { $1 }
    if let token = stored.refreshToken {
      result["refresh_token"] = token.reveal()
      result.merge(Self.times("refresh_token_expires", stored.refreshExpiry, stored.obtainedAt)) {
        $1
      }
    }
    return result
  }

  private static func times(
    _ name: String, _ expiry: Expiry, _ received: Date
  ) -> [AnyHashable: Any] {
    guard let end = expiry.date else { return [:] }
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "yyyy-MM-dd HH:mm:ss'Z'"
    return [
      "\(name)_in": "\(Int(end.timeIntervalSince(received).rounded()))",
      "\(name)_at": formatter.string(from: end).replacing(" ", with: "%20"),
    ]
  }
}
