// SPDX-License-Identifier: Apache-2.0

public import Coatcheck
import CoatcheckClient
import CoatcheckKii
import CoatcheckOAuth
import Foundation
import Synchronization

/// What the old SDK calls back with: a user or an error, on the main thread.
public typealias KiiUserBlock = @MainActor (_ user: KiiUser?, _ error: (any Error)?) -> Void

/// The old SDK's user, over a `Session`.
///
/// As in the old SDK one user is signed in at a time: who signs in takes the place of the one before, here and in the
/// store. With the new library any number of users can be signed in.
public final class KiiUser: Sendable {
  /// The session, for everything else in the new library.
  public let session: Session

  init(_ session: Session) { self.session = session }

  /// The user who is signed in; nil if no user is.
  public static func current() -> KiiUser! { Kii.state.withLock { $0.user } }

  /// Whether a user is signed in.
  public static func loggedIn() -> Bool { current() != nil }

  /// Signs out the current user. Kii is told nothing, and the token stays valid until it expires.
  public static func logOut() {
    guard let (client, user) = try? signedIn() else { return }
    // Signing out locally fails only where the store does, and has no effect for this program then either.
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

  /// The id that Kii gave the user.
  public var userID: String! { session.account.subject }
  /// The login name, where Kii has told it.
  public var username: String! { CoatcheckKii.KiiUser(of: session)?.loginName }
  /// The display name, where Kii has told it.
  public var displayName: String! { CoatcheckKii.KiiUser(of: session)?.displayName }
  /// The e-mail address, where Kii has told it.
  public var email: String! { CoatcheckKii.KiiUser(of: session)?.emailAddress }
  /// The phone number, where Kii has told it.
  public var phoneNumber: String! { CoatcheckKii.KiiUser(of: session)?.phoneNumber }
  /// The country, where Kii has told it.
  public var country: String! { CoatcheckKii.KiiUser(of: session)?.country }

  /// The access token as it is; nil when the user is no longer signed in. Store it where no other program can read it.
  public var accessToken: String! { KiiTokens(of: session)?.accessToken.reveal() }

  /// The tokens: `access_token`, `expires_at` (the distant future when unlimited) and `refresh_token`; nil when the user
  /// is no longer signed in.
  public func accessTokenDictionary() -> [AnyHashable: Any]! {
    guard let tokens = KiiTokens(of: session) else { return nil }
    // Objects of Foundation, as the old SDK's: apps cast them to NSString and NSDate.
    var dictionary: [AnyHashable: Any] = [
      "access_token": NSString(string: tokens.accessToken.reveal()),
      "expires_at": NSDate(
        timeIntervalSinceReferenceDate: tokens.expiresAt.timeIntervalSinceReferenceDate),
    ]
    dictionary["refresh_token"] = tokens.refreshToken.map { NSString(string: $0.reveal()) }
    return dictionary
  }
}
