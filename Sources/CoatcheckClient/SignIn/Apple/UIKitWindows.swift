// SPDX-License-Identifier: Apache-2.0

// Never compiled on an Apple system, nor run on one (make apple).
#if os(iOS) || os(visionOS) || APPLE_SHIM_IOS
  #if APPLE_SHIMS
    import UIKitShim
  #else
    import UIKit
  #endif
  import Foundation

  /// The windows of an app on iOS, iPadOS and visionOS.
  enum UIKitWindows: WindowFinder {
    static func isActive(_ window: UIWindow) -> Bool {
      window.windowScene?.activationState == .foregroundActive
    }

    static func active() -> UIWindow? { window(in: .foregroundActive) }

    static func inactive() -> UIWindow? { window(in: .foregroundInactive) }

    private static func window(in state: UIScene.ActivationState) -> UIWindow? {
      let scenes = application?.connectedScenes.compactMap { $0 as? UIWindowScene } ?? []
      return scenes.lazy.filter { $0.activationState == state }.compactMap(\.keyWindow).first
    }

    /// The application; nil in an extension, which has none.
    ///
    /// `UIApplication.shared` is not available to code that is built for extensions, and a library
    /// is built for both.
    private static var application: UIApplication? {
      let shared = NSSelectorFromString("sharedApplication")
      guard UIApplication.responds(to: shared) else { return nil }
      return UIApplication.perform(shared)?.takeUnretainedValue() as? UIApplication
    }
  }
#endif
