// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
public import Foundation

/// The few calls of the system that a switch to another app needs: opening an address, and the pasteboard.
public protocol WeiboSystem: Sendable {
  /// The app's bundle identifier and name, which are sent to Weibo.
  var bundle: (identifier: String, name: String) { get }

  /// Whether an app answers to an address. The scheme has to be listed in `LSApplicationQueriesSchemes`.
  func canOpen(_ url: URL) async -> Bool

  /// Opens an address; whether that worked.
  func open(_ url: URL) async -> Bool

  /// Puts items on the pasteboard, in place of what is there.
  func write(_ items: [[String: Data]]) async

  /// Takes the items with these types off the pasteboard, so that no other app reads them.
  func take(types: [String]) -> [[String: Data]]
}
