// SPDX-License-Identifier: Apache-2.0

// Never compiled on an Apple system, nor run on one: it is compiled and tested on Linux against
// stand-ins of the names that it uses (make apple). tvOS has no pasteboard, and Weibo no app there.
#if os(iOS) || os(visionOS) || APPLE_SHIM_IOS
  #if APPLE_SHIMS
    import UIKitShim
  #else
    import UIKit
  #endif
  public import Foundation

  /// The functions of the operating system of this device. An app extension cannot switch to another app.
  @available(iOSApplicationExtension, unavailable)
  @available(macCatalystApplicationExtension, unavailable)
  @available(visionOSApplicationExtension, unavailable)
  public struct SystemWeiboSystem: WeiboSystem {
    /// Creates the value.
    public init() {}

    /// The identifier and the display name of this app's bundle.
    public var bundle: (identifier: String, name: String) {
      let bundle = Bundle.main
      let name = bundle.object(forInfoDictionaryKey: "CFBundleDisplayName") as? String
      return (bundle.bundleIdentifier ?? "", name ?? "")
    }

    /// Whether the system can open the URL: `UIApplication.canOpenURL(_:)`.
    public func canOpen(_ url: URL) async -> Bool {
      await MainActor.run { UIApplication.shared.canOpenURL(url) }
    }

    /// Opens the URL in the app that handles it: `UIApplication.open(_:)`.
    public func open(_ url: URL) async -> Bool {
      await UIApplication.shared.open(url)
    }

    /// Writes the items to the general pasteboard, for this device only and for ten minutes.
    public func write(_ items: [[String: Data]]) async {
      UIPasteboard.general.setItems(
        items, options: [.localOnly: true, .expirationDate: Date(timeIntervalSinceNow: 600)])
    }

    /// Removes the items from the general pasteboard and returns them, if they are of these types. The
    /// system may ask the user first; if the user denies, there are no items.
    public func take(types: [String]) -> [[String: Data]] {
      let pasteboard = UIPasteboard.general
      guard pasteboard.contains(pasteboardTypes: types) else { return [] }
      let items = pasteboard.items.map { item in
        item.compactMapValues { $0 as? Data }.filter { types.contains($0.key) }
      }
      pasteboard.items = []
      return items
    }
  }
#endif
