// SPDX-License-Identifier: Apache-2.0

public import Coatcheck
import CoatcheckClient
import CoatcheckKii
import CoatcheckOAuth
import Foundation
import Synchronization

/// The callback of the old SDK, called on the main thread with either a user or an error. New code awaits
/// `Client.signIn(using:)`.
public typealias KiiUserBlock = @MainActor (_ user: KiiUser?, _ error: (any Error)?) -> Void

/// The user of the old SDK, implemented by a `Session`, which new code uses instead.
///
/// As in the old SDK one user is signed in at a time: a user who signs in replaces the previous one, here
/// and in the store. With the new API any number of users can be signed in.
public final class KiiUser: Sendable {
  /// The session of the user, for the new API.
  public let session: Session

  init(_ session: Session) { self.session = session }

  /// The signed-in user; nil if no user is signed in.
  public static func current() -> KiiUser! { Kii.state.withLock { $0.user } }

  /// Whether a user is signed in. New code tests whether `client.session()` returns one.
  public static func loggedIn() -> Bool { current() != nil }

  /// Signs out the current user on this machine. Kii is not notified, and the token stays valid until it
  /// expires.
  ///
  /// New code calls `client.signOut(session, .localOnly)`.
  public static func logOut() {
    guard let (client, user) = try? signedIn() else { return }
    // Only the store can make a local sign-out fail. This program drops the user even then.
    try? waiting { () async throws(OAuthError) in
      _ = await client.signOut(user.session, .localOnly)
    }
    Kii.state.withLock { $0.user = nil }
  }

  private static func signedIn() throws(OAuthError) -> (Client, KiiUser) {
    let state = Kii.state.withLock { $0 }
    guard let user = state.user else { throw .ended(.signedOut) }
    return (try state.client.get(), user)
  }

  /// The id of the user at Kii: `session.account.subject`.
  public var userID: String! { session.account.subject }
  /// The login name; nil where Kii did not return it. New code uses `KiiUser.loginName` of the module
  /// CoatcheckKii.
  public var username: String! { CoatcheckKii.KiiUser(of: session)?.loginName }
  /// The display name; nil where Kii did not return it.
  public var displayName: String! { CoatcheckKii.KiiUser(of: session)?.displayName }
  /// The e-mail address; nil where Kii did not return it.
  public var email: String! { CoatcheckKii.KiiUser(of: session)?.emailAddress }
  /// The phone number; nil where Kii did not return it.
  public var phoneNumber: String! { CoatcheckKii.KiiUser(of: session)?.phoneNumber }
  /// The country, as two letters; nil where Kii did not return it.
  public var country: String! { CoatcheckKii.KiiUser(of: session)?.country }

  /// The current access token, which is not refreshed first; nil when the user is no longer signed in.
  /// Store it where no other program can read it. New code calls `session.accessToken()`.
  public var accessToken: String! { KiiTokens(of: session)?.accessToken.reveal() }

  /// The tokens: `access_token`, `expires_at` (the distant future if the token does not expire) and
  /// `refresh_token`, if there is one; nil when the user is no longer signed in. New code uses
  /// `KiiTokens`.
  public func accessTokenDictionary() -> [AnyHashable: Any]! {
    guard let tokens = KiiTokens(of: session) else { return nil }
    // Objects of Foundation, as in the old SDK: apps cast them to NSString and NSDate.
    var dictionary: [AnyHashable: Any] = [
      "access_token": NSString(string: tokens.accessToken.reveal()),
      "expires_at": NSDate(
        timeIntervalSinceReferenceDate: tokens.expiresAt.timeIntervalSinceReferenceDate),
    ]
    dictionary["refresh_token"] = tokens.refreshToken.map { NSString(string: $0.reveal()) }
    return dictionary
  }
}
