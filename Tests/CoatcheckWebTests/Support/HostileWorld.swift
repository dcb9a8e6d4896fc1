// SPDX-License-Identifier: Apache-2.0
import CoatcheckWeb
import TestKit

/// A website whose provider breaks one rule, and a browser.
struct HostileWorld: Sendable {
  let site: any RunningSite
  let provider: HostileProvider
  let store: MemoryWebSessions
  let log: CapturedLog
  let browser: TestBrowser

  static func start(
    _ framework: Framework, _ fault: Fault,
    configure: (inout WebProvider) -> Void = { _ in }
  ) async throws -> HostileWorld {
    let site = try await framework.start()
    let secret = World.secret
    let provider = try await HostileProvider.start(
      fault, client: HostileClient(id: "site-work", secret: secret))
    let (store, log) = (MemoryWebSessions(), CapturedLog())
    let web = try WebSignIn(
      origin: site.origin,
      providers: [
        .discovered(
          "work", at: provider.issuer, clientID: "site-work", secret: secret, configure: configure)
      ], store: store, keys: WebKeys(try SealingKey(Array(repeating: 7, count: 32))),
      transport: site.transport
    ) {
      $0.environment = provider.environment
      $0.logger = log.logger
    }
    try await site.serve(web)
    return HostileWorld(
      site: site, provider: provider, store: store, log: log,
      browser: TestBrowser(transport: site.transport))
  }

  /// Signs the user in.
  ///
  /// - Returns: The response to the callback.
  func signIn() async throws -> TestBrowser.Page {
    let begun = try await browser.get(site.origin + "/auth/login?return_to=/albums")
    let asked = try await browser.get(try #require(begun.location))
    return try await browser.get(try #require(asked.location))
  }

  func open(_ path: String) async throws -> TestBrowser.Page {
    try await browser.get(site.origin + path, fields: SiteVisitor.navigation)
  }
}
