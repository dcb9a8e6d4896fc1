// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Secrets")
struct SecrecyTests {
  // attack: C-87
  @Test("appear in no log, description, dump or error during the life of a session")
  func wholeLife() async throws {
    let log = CapturedLog()
    let provider = FakeProvider()
    provider.change { $0.reply = { $0["vendor_token"] = "vt-1" } }
    let store = MemoryTokenStore()
    let secret = "client-secret-0123456789"
    let flow = try await provider.flow(
      client: ClientIdentity(id: "app", authentication: .post(Secret(secret))), logger: log.logger)
    let attempt = try flow.begin(redirectURI: FakeProvider.redirectURI, scopes: [.openID])
    let callback = try provider.callback(for: attempt.url)
    var shown: [Any] = [flow, attempt.transaction]
    shown.append(await failure { try await attempt.finish(callback + "x") } as Any)
    var stored = try await attempt.finish(callback, storedAs: "main")
    #expect(stored.extra["vendor_token"] == "vt-1")
    stored.dialect.fields = ["X-Key": "field-1"]
    stored.appData["pin"] = "app-1"
    var grant = TokenGrant(
      accessToken: stored.accessToken, expiry: .never, receivedAt: provider.clock.now)
    grant.extra = stored.extra
    try await store.save(stored)
    let session = provider.live(stored, in: store) { $0.logger = log.logger }
    shown += [stored, session, store, session.account, AuthorizedSession(stored), grant]
    _ = try await session.data(for: provider.api)
    provider.cut("/token")
    shown.append(await failure { try await session.refresh() } as Any)
    provider.script("/token") { _, _ throws(OAuthError) in nil }
    try await session.refresh()
    provider.change { $0.refreshToken = "another" }
    shown.append(await failure { try await session.refresh() } as Any)
    shown.append(await session.signOut())

    var text = log.all.joined(separator: "\n")
    for value in shown {
      text += "\(value)" + String(reflecting: value)
      dump(value, to: &text)
    }
    let transaction = attempt.transaction
    let secrets = [
      secret, "at-1", "at-2", "rt-1", "rt-2", "code-1", transaction.state.reveal(),
      transaction.nonce?.reveal() ?? "?", transaction.pkce.verifier.reveal(),
      stored.idToken?.reveal() ?? "?", "vt-1", "field-1", "app-1",
    ]
    for secret in secrets { #expect(!text.contains(secret)) }
    #expect(!log.all.isEmpty)
  }
}
