// SPDX-License-Identifier: Apache-2.0
import CoatcheckWeb
import TestKit

extension WebRow {
  /// OpenID Connect Core §12.2, by a provider that breaks one rule of it.
  static let refreshes: [WebRow] = [
    (Fault.refreshedTokenOfAnotherUser, "of another user"),
    (.refreshedTokenOfAnotherIssuer, "of another issuer"),
    (.refreshedTokenOfAnotherClient, "for another client"),
    (.refreshedTokenOfAnEarlierSignIn, "of an earlier authentication"),
    (.refreshedTokenWithCorruptSignature, "with a wrong signature"),
  ].map { fault, name in
    WebRow("W-43", "a refresh that brings an ID token \(name) ends the session") { framework in
      let site = try await framework.start()
      let secret = Secret("site-secret-0123456789-0123456789")
      let provider = try await HostileProvider.start(
        fault, client: HostileClient(id: "site-work", secret: secret))
      let store = MemoryWebSessions()
      let log = CapturedLog()
      let web = try WebSignIn(
        origin: site.origin,
        providers: [
          .discovered("work", at: provider.issuer, clientID: "site-work", secret: secret)
        ], store: store, keys: WebKeys(try SealingKey(Array(repeating: 7, count: 32))),
        transport: site.transport
      ) {
        $0.environment = provider.environment
        $0.logger = log.logger
      }
      try await site.serve(web)
      let browser = TestBrowser(transport: site.transport)
      let begun = try await browser.get(site.origin + "/auth/login?return_to=/albums")
      let asked = try await browser.get(try #require(begun.location))
      let finished = try await browser.get(try #require(asked.location))
      #expect(finished.status == 303, "\(finished.text)")
      let first = try await browser.get(site.origin + "/token").text
      #expect(first.hasPrefix("token "))

      provider.clock.advance(by: .seconds(7200))
      let page = try await browser.get(site.origin + "/token")
      #expect(page.status == 502 && page.text.contains("sessionEnded"), "\(page.text)")
      #expect(provider.count(.token) == 2)
      let next = try await browser.get(
        site.origin + "/albums", fields: SiteVisitor.navigation)
      #expect(next.status == 303 && next.location?.contains("/auth/login") == true)
      #expect(try await store.sweep(limit: 10, at: .distantFuture).isEmpty)
      let text = log.all.joined(separator: "\n")
      #expect(text.contains("the session ended") && text.contains("id_token_refused"), "\(text)")
      #expect(!text.contains(first.dropFirst("token ".count)))
      await provider.stop()
    }
  }
}
