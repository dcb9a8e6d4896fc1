// SPDX-License-Identifier: Apache-2.0

// Never compiled on an Apple system, nor run on one: it is compiled and tested on Linux against
// stand-ins of the names that it uses (make apple).
#if canImport(AuthenticationServices) || APPLE_SHIMS
  #if APPLE_SHIMS
    import AuthenticationServicesShim
  #else
    import AuthenticationServices
  #endif
  import CoatcheckFoundation

  /// A sheet of the system.
  @MainActor
  final class SystemSheet: WebSheet {
    private let session: ASWebAuthenticationSession
    /// The object that provides the window, retained here because the session refers to it weakly.
    private let window: AnyObject?

    init(_ session: ASWebAuthenticationSession, on window: AnyObject? = nil) {
      self.session = session
      self.window = window
    }

    func start() -> Bool { session.start() }

    func cancel() {
      // tvOS cannot close it: the sign-in ends all the same, and the page stays until the user
      // leaves it.
      #if !os(tvOS) && !APPLE_SHIM_TVOS
        session.cancel()
      #endif
    }
  }

  extension ASWebAuthenticationSession {
    /// A session for a request.
    ///
    /// The handler is called on a queue of the system's own. A closure that was written in code of
    /// the main actor would belong to that actor, and would end the app there: hence `@Sendable`.
    convenience init(
      _ request: SheetRequest, headers: [String: String],
      ended: @escaping @Sendable (SheetEnd) -> Void
    ) {
      self.init(url: request.url, callback: Callback.closing(request.callback)) {
        @Sendable url, error in
        ended(SheetEnd(url, error))
      }
      if !headers.isEmpty { additionalHeaderFields = headers }
    }
  }

  extension ASWebAuthenticationSession.Callback {
    /// The callback of a sheet.
    static func closing(_ callback: SheetCallback) -> ASWebAuthenticationSession.Callback {
      switch callback {
      case .scheme(let scheme): .customScheme(scheme)
      case .https(let host, let path): .https(host: host, path: path)
      }
    }
  }
#endif
