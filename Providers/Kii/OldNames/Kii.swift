// SPDX-License-Identifier: Apache-2.0

public import Coatcheck
import CoatcheckClient
public import CoatcheckKii
import CoatcheckOAuth
import Synchronization

/// The entry point of the old SDK: holds the app that all other calls use.
///
/// New code makes a `Client` of `Provider.kii(…)`.
public final class Kii {
  private init() {}

  /// The state of the program: the client, or an error before `begin`, and the signed-in user.
  struct State: Sendable {
    var client: Result<Client, OAuthError> = .failure(
      .misused("Kii", "The app has not begun: call Kii.begin(withID:andKey:andSite:) first."))
    var user: KiiUser?
  }

  static let state = Mutex(State())

  /// Sets the app. It does not sign in a user; a user who was signed in with another app is no longer the
  /// current user.
  ///
  /// An invalid argument is reported by the first call that needs the app, as in the old SDK. New code
  /// calls `Provider.kii(site:appID:appKey:tokenEndpoint:fields:)`, which throws.
  ///
  /// - Parameters:
  ///   - appId: The app's id: letters, digits, `-` and `_`.
  ///   - appKey: The app's key.
  ///   - site: The site that hosts the app.
  public static func begin(withID appId: String!, andKey appKey: String!, andSite site: KiiSite) {
    begin(appId, appKey, site)
  }

  /// Sets an app at another address than Kii's own sites. New code uses `KiiSite.custom(_:)`.
  ///
  /// - Parameters:
  ///   - appId: The app's id: letters, digits, `-` and `_`.
  ///   - appKey: The app's key.
  ///   - customURL: The absolute address of the API, without a slash at its end.
  public static func begin(
    withID appId: String!, andKey appKey: String!, andCustomURL customURL: String!
  ) {
    begin(appId, appKey, .custom(customURL ?? ""))
  }

  /// Sets the app, and another store than the system's. The old SDK does not have this call.
  ///
  /// - Parameters:
  ///   - appId: The app's id: letters, digits, `-` and `_`.
  ///   - appKey: The app's key.
  ///   - site: The site that hosts the app.
  ///   - store: The store for the session of the signed-in user.
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
      // As in the old SDK, the first call that needs the client throws the error.
      client = .failure(error)
    }
    state.withLock { $0 = State(client: client) }
  }
}
