// SPDX-License-Identifier: Apache-2.0

import CoatcheckNXOAuth2Client
import CoatcheckOAuth
import Foundation

extension OAuthError {
  /// This error as an `NSError` with the old domain and number. The underlying error is this error.
  var nsError: NSError {
    NSError(
      domain: nxCode.domain.rawValue, code: nxCode.code,
      userInfo: [NSLocalizedDescriptionKey: reason, NSUnderlyingErrorKey: self])
  }
}
