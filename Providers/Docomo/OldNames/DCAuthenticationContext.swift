// SPDX-License-Identifier: Apache-2.0

public import Coatcheck
import CoatcheckClient
import CoatcheckOAuth
public import Foundation
import Synchronization

/// The old SDK's context of an authentication: the tokens of one user. It is implemented by a `Session`,
/// which new code uses instead.
///
/// The calls that read or write the store wait for it: call them from a thread of your own or the main
/// thread, never from a task of Swift's concurrency.
public final class DCAuthenticationContext: Sendable {
  private let current: Mutex<Session>
  /// The client of the session; nil for a context that cannot be refreshed.
  let client: Client?

  init(_ session: Session, of client: Client?) {
    current = Mutex(session)
    self.client = client
  }

  /// The session of this context, for `PhotoColle` and the rest of the new API.
  public var session: Session { current.withLock { $0 } }

  /// The access token, to access PhotoColle without this library; empty when the session has ended. It is
  /// not refreshed first: new code uses `session.accessToken()`, which does that.
  public var accessToken: String! { session.stored?.accessToken.reveal() ?? "" }

  /// The time until the access token expires, in seconds: zero if it has expired or its expiry is not
  /// known. New code uses `session.remaining`.
  public func remainingTimeInSeconds() -> TimeInterval {
    guard let remaining = session.remaining else { return 0 }
    let (seconds, attoseconds) = remaining.components
    return TimeInterval(seconds) + TimeInterval(attoseconds) / 1e18
  }

  /// Saves the context under a key. A context that was saved under another key is moved.
  ///
  /// New code uses `Client.keep(_:storedAs:accessibility:)`.
  ///
  /// - Parameters:
  ///   - key: The store key; not empty.
  ///   - accessibility: One of the six `kSecAttrAccessible…` constants of the old SDK.
  /// - Throws: An `NSError` of ``DCInvalidArgumentDomain`` for an invalid argument, and of
  ///   ``DCAuthenticationContextAccessErrorDomain`` or ``DCAuthenticationContextNotFoundErrorDomain`` if
  ///   the store fails or the session has ended; the context stays where it was.
  public func save(byKey key: String!, accessibility: CFTypeRef!) throws {
    do throws(OAuthError) {
      let name = try Self.checked(key)
      let accessibility = try KeychainAccessibility(constant: accessibility)
      let (session, client) = (session, client)
      let moved = try waiting { () async throws(OAuthError) in
        let client = if let client { client } else { try Self.reader(of: session.account) }
        return try await client.keep(session, storedAs: name, accessibility: accessibility)
      }
      current.withLock { $0 = moved }
    } catch {
      throw error.ofContext
    }
  }

  /// A client without a secret, for the stored session of an account.
  static func reader(of account: AccountID) throws(OAuthError) -> Client {
    try DCAuthority.settings.client(account.clientID, nil)
  }

  static func checked(_ key: String?) throws(OAuthError) -> String {
    guard let key, !key.isEmpty else { throw .misused("key", "The store key is nil or empty.") }
    return key
  }
}
