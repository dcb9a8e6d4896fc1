// SPDX-License-Identifier: Apache-2.0

import CoatcheckNXOAuth2Client
import CoatcheckOAuth
import Foundation

extension OAuthError {
  /// The error by the old domain and number, with its sentence. The error itself is the underlying one.
  var nsError: NSError {
    NSError(
      domain: nxCode.domain.rawValue, code: nxCode.code,
      userInfo: [NSLocalizedDescriptionKey: reason, NSUnderlyingErrorKey: self])
  }
}
