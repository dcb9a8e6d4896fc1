// SPDX-License-Identifier: Apache-2.0

import CoatcheckKii
import CoatcheckOAuth
import Foundation

/// The domain of the errors of the old SDK's calls. Their codes are those of `KiiErrorCode`, which new
/// code gets from an `OAuthError`.
public let KiiErrorDomain = "KiiErrorDomain"

extension OAuthError {
  /// This error as an `NSError` of the old SDK, with its number and a description without secrets.
  var asKiiError: NSError {
    var information: [String: Any] = [NSLocalizedDescriptionKey: reason]
    information["server_code"] = providerCode
    return NSError(
      domain: KiiErrorDomain, code: KiiErrorCode(self).rawValue, userInfo: information)
  }
}
