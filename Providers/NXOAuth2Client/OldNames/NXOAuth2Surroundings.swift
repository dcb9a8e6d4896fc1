// SPDX-License-Identifier: Apache-2.0

import Coatcheck
public import CoatcheckClient
public import CoatcheckOAuth
public import Foundation
public import Logging

/// The store, the transport and the clocks that the old classes use. The initializers of the old library
/// have no parameters for them, so each object takes them from ``current`` when it is created.
///
/// An app that needs other ones runs inside of them:
///
/// ```swift
/// var surroundings = NXOAuth2Surroundings()
/// surroundings.userAgent = browser
/// NXOAuth2Surroundings.$current.withValue(surroundings) { MyApp.main() }
/// ```
///
/// New code passes them to `Client`.
public struct NXOAuth2Surroundings: Sendable {
  /// The surroundings of the objects that are created now.
  @TaskLocal public static var current = NXOAuth2Surroundings()

  /// Returns the store of sessions.
  ///
  /// - Parameter accessGroup: The keychain access group that the app named; nil for the app's own.
  public var store: @Sendable (_ accessGroup: String?) -> any TokenStore
  /// Returns the transport of all requests.
  ///
  /// - Parameter trust: The rules for the certificates that the delegates name.
  public var transport: @Sendable (_ trust: TrustRules) -> any HTTPTransport
  /// The clocks and the random generator.
  public var environment = RuntimeEnvironment.live
  /// The log for settings of the old library that have no effect, and for warnings.
  public var logger = Logger(label: "NXOAuth2Client")
  /// The user agent that shows the pages of the account store's sign-ins; nil for that of this machine.
  public var userAgent: (any UserAgent)?
  /// Opens the pages of the account store's sign-ins in a browser. The app passes the authorization
  /// response to `handleRedirectURL(_:)`. It is used in place of ``userAgent``; nil for none.
  public var openURL: (@MainActor @Sendable (URL) -> Void)?
  /// The keychain items of the old library, which are adopted; nil to adopt none.
  public var archives: (any NXOAuth2Archives)?

  let shared = SharedStore()

  /// Creates surroundings with the system's store and transport.
  public init() {
    store = { _ in SystemStore.system }
    transport = { trust in
      trust == .system ? Transports.system : Transports.system(trust: trust)
    }
  }
}

/// Reads and removes the keychain items of the old library. The guide has an implementation for Apple's
/// systems.
public protocol NXOAuth2Archives: Sendable {
  /// Returns the content of an item: its `kSecAttrGeneric`, or on a Mac its `kSecValueData`.
  ///
  /// - Parameters:
  ///   - service: The item's service attribute.
  ///   - accessGroup: The item's access group; nil for the app's own.
  /// - Returns: The content; nil when there is no such item.
  func archive(service: String, accessGroup: String?) async -> Data?

  /// Removes an item, after its content was stored as sessions: otherwise a user who signs out would be
  /// signed in again.
  ///
  /// - Parameters:
  ///   - service: The item's service attribute.
  ///   - accessGroup: The item's access group; nil for the app's own.
  func remove(service: String, accessGroup: String?) async

  /// The app's bundle identifier, with which the service attributes begin.
  var bundleID: String { get }
}

/// Holds the account store that all callers share.
final class SharedStore: Sendable {
  @MainActor private var store: NXOAuth2AccountStore?

  init() {}

  /// The store; the first caller makes it.
  @MainActor
  func store(in surroundings: NXOAuth2Surroundings) -> NXOAuth2AccountStore {
    if let store { return store }
    let made = NXOAuth2AccountStore(surroundings: surroundings)
    store = made
    return made
  }
}
