// SPDX-License-Identifier: Apache-2.0

import Coatcheck
public import CoatcheckClient
public import CoatcheckOAuth
public import Foundation
public import Logging

/// What the old classes stand on: the store, the transport, the clock. The old initialisers have no parameters
/// for these, so each object takes them from ``current`` when it is made.
///
/// An app that wants other surroundings runs itself inside of them:
///
/// ```swift
/// var surroundings = NXOAuth2Surroundings()
/// surroundings.userAgent = browser
/// NXOAuth2Surroundings.$current.withValue(surroundings) { MyApp.main() }
/// ```
public struct NXOAuth2Surroundings: Sendable {
  /// The surroundings of objects that are made now.
  @TaskLocal public static var current = NXOAuth2Surroundings()

  /// The store of sessions.
  ///
  /// - Parameter accessGroup: The keychain access group that the app named; nil for the app's own.
  public var store: @Sendable (_ accessGroup: String?) -> any TokenStore
  /// The transport of all requests.
  ///
  /// - Parameter trust: The certificates that delegates name.
  public var transport: @Sendable (_ trust: TrustRules) -> any HTTPTransport
  /// The clocks and the random generator.
  public var environment = RuntimeEnvironment.live
  /// Where it is logged what is not obeyed.
  public var logger = Logger(label: "NXOAuth2Client")
  /// Shows the pages of services for the account store; that of this machine, unless given.
  public var userAgent: (any UserAgent)?
  /// Opens the pages of services for the account store in a browser, whose answer the app passes to
  /// `handleRedirectURL(_:)`. It goes before ``userAgent``.
  public var openURL: (@MainActor @Sendable (URL) -> Void)?
  /// What the old library left in the keychain.
  public var archives: (any NXOAuth2Archives)?

  let shared = SharedStore()

  /// The system's store and transport.
  public init() {
    store = { _ in SystemStore.system }
    transport = { trust in
      trust == .system ? Transports.system : Transports.system(trust: trust)
    }
  }
}

/// What the old library left in the keychain. The guide has one for Apple's systems.
public protocol NXOAuth2Archives: Sendable {
  /// What an item holds: `kSecAttrGeneric`, on a Mac `kSecValueData`.
  ///
  /// - Parameters:
  ///   - service: The item's service.
  ///   - accessGroup: The item's access group; nil for the app's own.
  /// - Returns: The content; nil when there is no such item.
  func archive(service: String, accessGroup: String?) async -> Data?

  /// Removes an item, once what it held was stored here: otherwise a user who signs out would be signed in again.
  func remove(service: String, accessGroup: String?) async

  /// The app's bundle identifier, with which the services begin.
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
