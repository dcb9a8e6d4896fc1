// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth

#if canImport(Darwin) || NIO
  extension Client {
    /// A client of a provider, over the transport of this platform.
    ///
    /// - Parameters:
    ///   - provider: Whom people sign in with.
    ///   - id: The client's id, as the provider gave it.
    ///   - secret: The client's secret. An app on people's own machines has none.
    ///   - redirect: Where the provider sends the person back to.
    ///   - store: Where sessions are kept.
    ///   - userAgent: What shows the provider's pages, for apps with one of their own.
    ///   - signIn: How the person at this machine is asked, where no user agent is given.
    ///   - dpop: Whether tokens are bound to a key, which each sign-in makes anew.
    public init(
      of provider: Provider, id: String, secret: Secret? = nil,
      redirect: RedirectPolicy = .loopback, store: any TokenStore,
      userAgent: (any UserAgent)? = nil, signIn: SystemSignIn = .automatic,
      dpop: DPoPPolicy = .never
    ) {
      self.init(
        of: provider, id: id, secret: secret, redirect: redirect, store: store,
        userAgent: userAgent, signIn: signIn, transport: Transports.system, dpop: dpop)
    }
  }
#endif
