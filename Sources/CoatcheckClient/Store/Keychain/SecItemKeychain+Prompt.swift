// SPDX-License-Identifier: Apache-2.0

// Never compiled on an Apple system, nor run on one (make apple).
#if canImport(Security) || APPLE_SHIMS
  #if APPLE_SHIMS
    import LocalAuthenticationShim
    import SecurityShim
  #else
    import Security
    #if !os(tvOS) && !os(watchOS)
      import LocalAuthentication
    #endif
  #endif
  import Foundation

  extension SecItemKeychain {
    /// Allows a prompt with a sentence; without a sentence no prompt appears.
    ///
    /// The context is made here, inside the call: it cannot be passed between threads.
    static func allowPrompt(_ sentence: String?, _ attributes: inout [String: Any]) {
      #if os(tvOS) || os(watchOS) || APPLE_SHIM_TVOS || APPLE_SHIM_WATCHOS
        // There is no context on tvOS, and none is needed on a watch, whose items are open while it is worn.
        if sentence == nil {
          attributes[kSecUseAuthenticationUI as String] = kSecUseAuthenticationUISkip
        }
      #else
        let context = LAContext()
        if let sentence { context.localizedReason = sentence }
        context.interactionNotAllowed = sentence == nil
        attributes[kSecUseAuthenticationContext as String] = context
      #endif
    }
  }
#endif
