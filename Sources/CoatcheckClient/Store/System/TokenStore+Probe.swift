// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

extension TokenStore {
  /// Looks for a session that is not there.
  ///
  /// - Throws: What keeps the store from being used.
  func probe() async throws(OAuthError) {
    _ = try await session(AccountID(issuer: "probe", clientID: "probe", subject: "probe"))
  }
}
