// SPDX-License-Identifier: Apache-2.0

import CoatcheckKii
import CoatcheckOAuth
import Foundation

/// The domain of the errors; their codes are those of `KiiErrorCode`.
public let KiiErrorDomain = "KiiErrorDomain"

extension OAuthError {
  /// This error as the old SDK's: its number, and a description without secrets.
  var asKiiError: NSError {
    var information: [String: Any] = [NSLocalizedDescriptionKey: reason]
    information["server_code"] = providerCode
    return NSError(
      domain: KiiErrorDomain, code: KiiErrorCode(self).rawValue, userInfo: information)
  }
}
