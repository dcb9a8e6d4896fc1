// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth

extension SignInSite {
  /// Opens a session under a new cookie value, so that a cookie planted before the sign-in has no session.
  ///
  /// - Parameters:
  ///   - content: The session.
  ///   - start: When the user began to sign in.
  ///   - end: When the session ends, even if it is used.
  ///   - replaced: The key of the session that it replaces.
  /// - Returns: The value of the cookie; nil when the provider has ended the session before it was opened.
  func open(
    _ content: SessionContent, startedAt start: Date, until end: Date, replacing replaced: String?
  ) async throws(OAuthError) -> String? {
    guard let provider = provider(content.user.provider) else {
      throw .misused("provider", "The site has no such provider.")
    }
    let (value, key) = SessionCookie.make(environment)
    let now = environment.now()
    var content = content
    content.idle = options.idle.seconds
    var record = WebSessionRecord(
      key: key,
      providerSession: content.providerSession.map { hash(providerSession: $0, of: provider) },
      user: hash(user: content.user, clientID: provider.clientID), startedAt: start, endsAt: end,
      content: try content.sealed(by: keys, for: key))
    record.idlesAt = min(now.addingTimeInterval(options.idle.seconds), end)
    return try await store.open(record, replacing: replaced, at: now) ? value : nil
  }
}
