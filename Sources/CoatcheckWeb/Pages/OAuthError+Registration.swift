// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

extension OAuthError {
  /// Whether the provider refuses the site because of its registration or configuration there, not because
  /// of the user.
  ///
  /// [RFC 6749 §5.2](https://www.rfc-editor.org/rfc/rfc6749#section-5.2)
  var isOfRegistration: Bool {
    switch code {
    case .invalidClient, .unauthorizedClient, .unsupportedGrantType, .unsupportedResponseType,
      .invalidScope, .redirectURIMismatch, .credentialsMissing:
      true
    default: false
    }
  }
}
