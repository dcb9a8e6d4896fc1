// SPDX-License-Identifier: Apache-2.0

// Never compiled on an Apple system, nor run on one (make apple).
#if os(macOS) || APPLE_SHIMS
  #if APPLE_SHIMS
    import AppKitShim
  #else
    import AppKit
  #endif
  import Foundation

  /// The browser that the user of a Mac has chosen.
  enum Workspace {
    /// Opens an address. A sandboxed app may do so too, and no program is started.
    ///
    /// - Returns: Whether an app opened it.
    static func open(_ address: BrowserAddress) -> Bool {
      URL(string: address.text).map { NSWorkspace.shared.open($0) } ?? false
    }
  }
#endif
