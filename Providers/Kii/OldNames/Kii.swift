// SPDX-License-Identifier: Apache-2.0

public import Coatcheck
import CoatcheckClient
public import CoatcheckKii
import CoatcheckOAuth
import Synchronization

/// The old SDK's start, over the new library.
///
/// New code makes a `Client` of `Provider.kii(…)`.
public final class Kii {
  private init() {}

  /// What the program has: the client, once it has begun, and the user who is signed in.
  struct State: Sendable {
    var client: Result<Client, OAuthError> = .failure(
      .misused("Kii", "The app has not begun: call Kii.begin(withID:andKey:andSite:) first."))
    var user: KiiUser?
  }

  static let state = Mutex(State())

  /// Begins with an app. It signs in no user; who was signed in with another app is no longer the current user.
  ///
  /// - Parameters:
  ///   - appId: The app's id.
  ///   - appKey: The app's key.
  ///   - site: Where the app lives.
  public static func begin(withID appId: String!, andKey appKey: String!, andSite site: KiiSite) {
    begin(appId, appKey, site)
  }

  /// Begins with an app at an address of its own.
  ///
  /// - Parameters:
  ///   - appId: The app's id.
  ///   - appKey: The app's key.
  ///   - customURL: The address of the API.
  public static func begin(
    withID appId: String!, andKey appKey: String!, andCustomURL customURL: String!
  ) {
    begin(appId, appKey, .custom(customURL ?? ""))
  }

  /// Begins with an app, and with another store than the system's. The old SDK has no such call.
  ///
  /// - Parameters:
  ///   - appId: The app's id.
  ///   - appKey: The app's key.
  ///   - site: Where the app lives.
  ///   - store: Where the user who is signed in is kept.
  ///   - environment: The clocks and the random generator.
  public static func begin(
    withID appId: String, andKey appKey: String, andSite site: KiiSite, store: any TokenStore,
    environment: RuntimeEnvironment = .live
  ) {
    begin(appId, appKey, site, store, environment)
  }

  private static func begin(
    _ appId: String?, _ appKey: String?, _ site: KiiSite, _ store: any TokenStore = .system,
    _ environment: RuntimeEnvironment = .live
  ) {
    let client: Result<Client, OAuthError>
    do throws(OAuthError) {
      let provider = try Provider.kii(site: site, appID: appId ?? "", appKey: appKey ?? "")
      client = .success(
        Client(of: provider, id: appId ?? "", store: store) { $0.environment = environment })
    } catch {
      // The old SDK reports it with the first call that needs the app.
      client = .failure(error)
    }
    state.withLock { $0 = State(client: client) }
  }
}
