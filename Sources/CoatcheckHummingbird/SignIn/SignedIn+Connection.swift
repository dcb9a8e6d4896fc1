// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckWeb
import Hummingbird

extension SignedIn {
  /// The session of the user's account at another service of the website.
  ///
  /// - Parameter name: The name of the `WebConnection`.
  /// - Throws: ``SignInRefusal``, which Hummingbird answers, when the user has not connected an
  ///   account: a browser is asked to connect one, and returns to this page; a script gets 403.
  ///   `misused` naming `name` when the site has no such connection; `storeFailed` when its store
  ///   cannot be read.
  public func connection(_ name: String) async throws -> Session {
    guard let visit = signIn.visit else { throw HTTPError(.internalServerError) }
    guard let session = try await visit.connection(name) else {
      throw SignInRefusal(visit.challenge(connecting: name))
    }
    return session
  }
}
