// SPDX-License-Identifier: Apache-2.0

import Foundation
#if APPLE_SHIM_MACOS
  import AppKitShim

  /// Where a page appears.
  public typealias ASPresentationAnchor = NSWindow
#elseif !APPLE_SHIM_WATCHOS
  import UIKitShim

  /// Where a page appears.
  public typealias ASPresentationAnchor = UIWindow
#endif

#if !APPLE_SHIM_TVOS && !APPLE_SHIM_WATCHOS
  /// Says where a page appears.
  @MainActor
  public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
    /// The window.
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
  }
#endif
