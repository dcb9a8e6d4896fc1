// SPDX-License-Identifier: Apache-2.0
import CoatcheckWeb
import TestKit

extension WebRow {
  /// OpenID Connect Core §12.2, with providers that each break one of its rules.
  static let refreshes: [WebRow] = [
    (Fault.refreshedTokenOfAnotherUser, "of another user"),
    (.refreshedTokenOfAnotherIssuer, "of another issuer"),
    (.refreshedTokenOfAnotherClient, "for another client"),
    (.refreshedTokenOfAnEarlierSignIn, "of an earlier authentication"),
    (.refreshedTokenWithCorruptSignature, "with a wrong signature"),
  ].map { fault, name in
    WebRow("W-43", "a refresh with an ID token \(name) ends the session") { framework in
      let world = try await HostileWorld.start(framework, fault)
      let finished = try await world.signIn()
      #expect(finished.status == 303, "\(finished.text)")
      let first = try await world.open("/token").text
      #expect(first.hasPrefix("token "))

      world.provider.clock.advance(by: .seconds(7200))
      let page = try await world.open("/token")
      #expect(page.status == 502 && page.text.contains("sessionEnded"), "\(page.text)")
      #expect(world.provider.count(.token) == 2)
      let next = try await world.open("/albums")
      #expect(next.status == 303 && next.location?.contains("/auth/login") == true)
      #expect(try await world.store.sweep(limit: 10, at: .distantFuture).isEmpty)
      let text = world.log.all.joined(separator: "\n")
      #expect(text.contains("the session ended") && text.contains("id_token_refused"), "\(text)")
      #expect(!text.contains(first.dropFirst("token ".count)))
      await world.provider.stop()
    }
  }
}
