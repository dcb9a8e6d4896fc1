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

  /// The system's own calls. An app extension cannot switch to another app.
  @available(iOSApplicationExtension, unavailable)
  @available(macCatalystApplicationExtension, unavailable)
  @available(visionOSApplicationExtension, unavailable)
  public struct SystemWeiboSystem: WeiboSystem {
    /// The calls of this process.
    public init() {}

    /// The app's own.
    public var bundle: (identifier: String, name: String) {
      let bundle = Bundle.main
      let name = bundle.object(forInfoDictionaryKey: "CFBundleDisplayName") as? String
      return (bundle.bundleIdentifier ?? "", name ?? "")
    }

    /// Asks the system.
    public func canOpen(_ url: URL) async -> Bool {
      await MainActor.run { UIApplication.shared.canOpenURL(url) }
    }

    /// Asks the system.
    public func open(_ url: URL) async -> Bool {
      await UIApplication.shared.open(url)
    }

    /// Puts the items on the general pasteboard, for this device and ten minutes.
    public func write(_ items: [[String: Data]]) async {
      UIPasteboard.general.setItems(
        items, options: [.localOnly: true, .expirationDate: Date(timeIntervalSinceNow: 600)])
    }

    /// Takes the items off the general pasteboard, if they are Weibo's. The system may ask the user
    /// first, and there are no items where the user refuses.
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
