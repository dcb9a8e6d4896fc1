// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
public import Foundation

/// The functions of the operating system that a switch to another app needs: opening a URL, and the
/// pasteboard.
public protocol WeiboSystem: Sendable {
  /// The app's bundle identifier and name, which are sent to Weibo.
  var bundle: (identifier: String, name: String) { get }

  /// Whether an app is installed that handles a URL.
  ///
  /// - Parameter url: The URL. Its scheme must be listed in `LSApplicationQueriesSchemes`.
  func canOpen(_ url: URL) async -> Bool

  /// Opens a URL in the app that handles it.
  ///
  /// - Parameter url: The URL to open.
  /// - Returns: Whether it was opened.
  func open(_ url: URL) async -> Bool

  /// Replaces the contents of the pasteboard.
  ///
  /// - Parameter items: The items, each as its data by pasteboard type.
  func write(_ items: [[String: Data]]) async

  /// Removes items from the pasteboard, so that no other app reads them, and returns them.
  ///
  /// - Parameter types: The pasteboard types that the items must have.
  /// - Returns: The items, each as its data by pasteboard type; empty when the pasteboard has no items of
  ///   these types.
  func take(types: [String]) -> [[String: Data]]
}
