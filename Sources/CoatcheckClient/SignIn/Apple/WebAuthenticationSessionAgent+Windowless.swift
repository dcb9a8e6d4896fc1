// SPDX-License-Identifier: Apache-2.0

// Never compiled on an Apple system, nor run on one (make apple).
#if os(tvOS) || os(watchOS) || APPLE_SHIM_TVOS || APPLE_SHIM_WATCHOS
  public import CoatcheckOAuth

  extension WebAuthenticationSessionAgent {
    #if os(watchOS) || APPLE_SHIM_WATCHOS
      /// Creates a user agent.
      ///
      /// - Parameters:
      ///   - redirectURI: The redirect URI as it was registered; nil if the flow has it.
      ///   - cookies: Whether the page shares the cookies of the browser.
      ///   - headers: Header fields of the first request, by name.
      ///   - deadline: How long the user may take; 300 seconds unless given.
      ///   - environment: Waits for the deadline.
      public init(
        redirectURI: String? = nil, cookies: SheetCookies = .shared,
        headers: [String: String] = [:], deadline: Duration = .seconds(300),
        environment: RuntimeEnvironment = .live
      ) {
        sheets = SheetUserAgent(
          redirectURI: redirectURI, cookies: cookies, deadline: deadline, environment: environment,
          maker: WindowlessSheets(cookies: cookies, headers: headers))
      }
    #else
      /// Creates a user agent. The page shares the cookies of the system.
      ///
      /// - Parameters:
      ///   - redirectURI: The redirect URI as it was registered; nil if the flow has it.
      ///   - headers: Header fields of the first request, by name.
      ///   - deadline: How long the user may take; 300 seconds unless given.
      ///   - environment: Waits for the deadline.
      public init(
        redirectURI: String? = nil, headers: [String: String] = [:],
        deadline: Duration = .seconds(300), environment: RuntimeEnvironment = .live
      ) {
        sheets = SheetUserAgent(
          redirectURI: redirectURI, cookies: .shared, deadline: deadline, environment: environment,
          maker: WindowlessSheets(cookies: .shared, headers: headers))
      }
    #endif
  }
#endif
