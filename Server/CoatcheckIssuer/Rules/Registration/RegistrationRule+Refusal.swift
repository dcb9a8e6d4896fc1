// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

extension RegistrationRule {
  /// "invalid_client_metadata: The value of one of the client metadata fields is invalid".
  /// [RFC 7591 §3.2.2](https://www.rfc-editor.org/rfc/rfc7591#section-3.2.2)
  ///
  /// - Parameters:
  ///   - name: The metadata member that is refused.
  ///   - reason: Why it cannot be registered.
  func refusal(
    _ name: String, _ reason: String = "This value cannot be registered."
  ) -> OAuthError {
    .refused(.invalidClientMetadata, reason, parameter: name)
  }
}
