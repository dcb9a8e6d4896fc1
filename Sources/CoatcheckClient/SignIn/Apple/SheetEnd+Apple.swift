// SPDX-License-Identifier: Apache-2.0

// Never compiled on an Apple system, nor run on one (make apple).
#if canImport(AuthenticationServices) || APPLE_SHIMS
  #if APPLE_SHIMS
    import AuthenticationServicesShim
  #else
    import AuthenticationServices
  #endif
  import Foundation

  extension SheetEnd {
    /// Reads the arguments of a completion handler.
    init(_ url: URL?, _ error: (any Error)?) {
      // The whole address: an implicit sign-in has its response in the fragment.
      self = url.map { .callback($0.absoluteString) } ?? .failed(SheetFailure(error))
    }
  }

  extension SheetFailure {
    /// Reads an error of the system.
    init(_ error: (any Error)?) {
      guard let error = error as? ASWebAuthenticationSessionError else {
        self = .unknown
        return
      }
      self.init(code: error.code.rawValue, information: error.errorUserInfo)
    }
  }
#endif
