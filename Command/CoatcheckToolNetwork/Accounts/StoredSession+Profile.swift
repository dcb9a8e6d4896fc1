// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient

extension StoredSession {
  /// The name of the provider's profile; nil where the provider is called by its issuer, which is shown
  /// anyway.
  var profile: String? { provider == account.issuer ? nil : provider }
}
