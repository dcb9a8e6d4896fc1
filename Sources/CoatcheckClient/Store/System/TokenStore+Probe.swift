// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

extension TokenStore {
  /// Checks that the store can be used, by a search for a session that does not exist.
  ///
  /// - Throws: The error that prevents its use.
  func probe() async throws(OAuthError) {
    _ = try await session(AccountID(issuer: "probe", clientID: "probe", subject: "probe"))
  }
}
