// SPDX-License-Identifier: Apache-2.0
import AppleStage
import Foundation

#if !APPLE_SHIM_TVOS && !APPLE_SHIM_WATCHOS
  /// The pasteboard that apps share.
  open class UIPasteboard: NSObject, @unchecked Sendable {
    /// What is said with items.
    public struct OptionsKey: Hashable, RawRepresentable, Sendable {
      /// The key.
      public var rawValue: String
      /// A key.
      public init(rawValue: String) { self.rawValue = rawValue }
      /// When the items are removed.
      public static let expirationDate = Self(rawValue: "expirationDate")
      /// Whether they stay on this device.
      public static let localOnly = Self(rawValue: "localOnly")
    }

    /// The pasteboard of the user.
    open class var general: UIPasteboard { AppStage.of(.current).pasteboard }

    /// Whether the user lets the app read what another app wrote.
    public var userAllowsReading = true
    /// What was said with the items.
    public private(set) var options: [OptionsKey: Any] = [:]
    private var contents: [[String: Any]] = []
    private var isForeign = false

    /// The items. Reading what another app wrote asks the user, and there is nothing after a refusal.
    open var items: [[String: Any]] {
      get { isForeign && !userAllowsReading ? [] : contents }
      set { setItems(newValue, options: [:]) }
    }

    /// Replaces the items.
    open func setItems(_ items: [[String: Any]], options: [OptionsKey: Any] = [:]) {
      contents = items
      isForeign = false
      self.options = options
    }

    /// Whether there is an item of one of the types. The user is not asked.
    open func contains(pasteboardTypes types: [String]) -> Bool {
      contents.contains { $0.keys.contains(where: types.contains) }
    }

    /// Another app writes.
    public func writeFromElsewhere(_ items: [[String: Any]]) {
      contents = items
      isForeign = true
    }
  }
#endif
