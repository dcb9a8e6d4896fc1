// SPDX-License-Identifier: Apache-2.0

// Never compiled on an Apple system, nor run on one (make apple).
#if os(macOS) || APPLE_SHIMS
  #if APPLE_SHIMS
    import AppKitShim
  #else
    import AppKit
  #endif

  /// The windows of an app on macOS.
  enum AppKitWindows: WindowFinder {
    static func isActive(_ window: NSWindow) -> Bool { true }

    static func active() -> NSWindow? { application?.keyWindow ?? application?.mainWindow }

    /// Without a key window another app is in front.
    static func inactive() -> NSWindow? { application?.windows.first { $0.isVisible } }

    /// The application; nil in a program that has none.
    private static var application: NSApplication? { NSApp }
  }
#endif
