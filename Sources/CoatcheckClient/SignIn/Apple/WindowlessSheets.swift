// SPDX-License-Identifier: Apache-2.0

// Never compiled on an Apple system, nor run on one (make apple).
#if os(tvOS) || os(watchOS) || APPLE_SHIM_TVOS || APPLE_SHIM_WATCHOS
  #if APPLE_SHIMS
    import AuthenticationServicesShim
  #else
    import AuthenticationServices
  #endif
  import CoatcheckOAuth

  /// Makes sheets for systems that need no window for them.
  struct WindowlessSheets: SheetMaker {
    let cookies: SheetCookies
    let headers: [String: String]

    func sheet(
      for request: SheetRequest, ended: @escaping @Sendable (SheetEnd) -> Void
    ) async throws(OAuthError) -> any WebSheet {
      let session = ASWebAuthenticationSession(request, headers: headers, ended: ended)
      #if os(watchOS) || APPLE_SHIM_WATCHOS
        session.prefersEphemeralWebBrowserSession = cookies == .ephemeral
      #endif
      return SystemSheet(session)
    }
  }
#endif
