// SPDX-License-Identifier: Apache-2.0

// This file was never compiled on an Apple platform: it was written on Linux, and only passes calls on.
#if canImport(UIKit) && !os(watchOS)
  public import Foundation
  import UIKit

  /// The system's own calls.
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

    /// Takes the items off the general pasteboard, if they are Weibo's.
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
