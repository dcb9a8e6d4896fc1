// SPDX-License-Identifier: Apache-2.0

import Coatcheck
public import CoatcheckClient
public import CoatcheckOAuth

#if canImport(Darwin) || NIO
  extension IDaaS {
    /// Creates a client of a tenant that uses the HTTP transport of this platform.
    ///
    /// - Parameters:
    ///   - configuration: The tenant and the application.
    ///   - store: The store of the sessions.
    ///   - trust: The rules for the tenant's certificate; a pin of the tenant's key goes here.
    /// - Throws: `misused` when the configuration cannot be used.
    public init(
      _ configuration: IDaaSConfiguration, store: any TokenStore, trust: TrustRules = .system
    ) throws(OAuthError) {
      try self.init(
        configuration, store: store,
        transport: trust == .system ? Transports.system : Transports.system(trust: trust))
    }
  }
#endif

/// The sign-in on systems that have a browser and a loopback interface.
extension IDaaS {
  /// Signs in with Weibo in the browser of this machine, and verifies the phone number on the service's
  /// hosted pages.
  ///
  /// - Parameters:
  ///   - way: How the sign-in is shown to the user at this machine.
  ///   - redirectURI: The registered redirect URI; nil for a loopback address of this machine. An app on
  ///     Apple's systems gives one with its own scheme, or an https one.
  ///   - pages: The options of the sign-in.
  ///   - name: The name that the session is stored under; nil for the identifier of the user.
  /// - Throws: `interactionRequired` when the user cannot or may not be involved; otherwise as
  ///   ``IDaaS/signIn(with:redirectURI:pages:storedAs:)``.
  public func signIn(
    asking way: SystemSignIn = .automatic, redirectURI: String? = nil,
    pages: WeiboPages = WeiboPages(), storedAs name: String? = nil
  ) async throws(OAuthError) -> LoginOutcome {
    let agent = try await userAgent(asking: way, redirectURI: redirectURI)
    return try await signIn(
      with: agent, redirectURI: redirectURI, pages: pages, storedAs: name)
  }

  /// The user agent that shows pages to the user of this machine.
  ///
  /// - Throws: As ``signIn(asking:redirectURI:pages:storedAs:)``, before a page is shown.
  package func userAgent(
    asking way: SystemSignIn, redirectURI: String?
  ) async throws(OAuthError) -> any UserAgent {
    let provider = try Provider.idaas(at: configuration.origin, caller: await caller())
    let method = try way.method(at: provider.metadata, redirectURI: redirectURI)
    guard let agent = way.userAgent(for: method, redirectURI: redirectURI) else {
      throw .misused("way", "The identity service knows no codes for other devices.")
    }
    way.willPrompt(method)
    return agent
  }
}
