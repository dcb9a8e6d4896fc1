// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckIssuer
import CoatcheckTesting
import Foundation

extension Flow {
  /// The flows at our own issuer, by OpenID Connect.
  static let issuer: [Flow] = [
    Flow(issuer: "code") { stage, site in
      let session = try await site.client.signIn(
        scopes: [.openID, .email, .offlineAccess], storedAs: "main")
      stage.show("session", session)
      stage.show("stored", try await site.store.sessions())
      stage.show("token", try await session.accessToken())
      stage.show("user", try await session.userInfo())
      try await session.refresh()
      stage.clock.advance(by: .seconds(900))
      stage.show("fresh", try await session.accessToken())
      stage.show("report", await site.client.signOut(session))
      await stage.attempt("after sign-out") { try await session.refresh() }
    },
    Flow(issuer: "code, denied and cancelled") { stage, site in
      for answer in [ScriptedUserAgent.Answer.deny, .cancel] {
        await stage.attempt("sign-in") {
          try await site.client(with: site.agent(answer)).signIn(
            scopes: [.openID], storedAs: "main")
        }
      }
    },
    Flow(issuer: "code, with a tampered callback") { stage, site in
      for tampering in TamperedAgent.Way.allCases {
        let agent = TamperedAgent(agent: site.agent(.allow), way: tampering, marks: stage.marks)
        await stage.attempt("sign-in, \(tampering)") {
          try await site.client(with: agent).signIn(scopes: [.openID], storedAs: "main")
        }
      }
    },
    Flow(issuer: "code, with a wrong secret and a wrong password") { stage, site in
      await stage.attempt("wrong secret") {
        try await site.client(with: site.agent(.allow), secret: stage.marks.make("client_secret"))
          .signIn(scopes: [.openID], storedAs: "main")
      }
      let wrong = stage.browser(
        "alice", Secret(stage.marks.make("password")), redirect: IssuerSite.redirect)
      await stage.attempt("wrong password") {
        try await site.client(with: wrong).signIn(scopes: [.openID], storedAs: "main")
      }
    },
    Flow(issuer: "client credentials") { stage, site in
      let service = stage.client(
        of: site.provider, id: "service", secret: site.serviceSecret,
        redirect: IssuerSite.redirect, agent: site.agent(.allow))
      let session = try await service.ownSession(scopes: ["jobs:read"])
      stage.show("session", session)
      stage.clock.advance(by: .seconds(3_600))
      stage.show("token", try await session.accessToken())
    },
    Flow(issuer: "tokens of another program") { stage, site in
      let tokens = TokenGrant(
        accessToken: Secret(stage.marks.make("access_token")), expiry: .unknown,
        refreshToken: Secret(stage.marks.make("refresh_token")),
        idToken: Secret(stage.marks.make("id_token")), receivedAt: stage.clock.now)
      stage.show("tokens", tokens)
      await stage.attempt("checked") { try await site.client.adopt(tokens, storedAs: "a") }
      let session = try await site.client.adopt(
        tokens, subject: "u-alice", storedAs: "b", check: .trustingCaller)
      await stage.attempt("refused") { try await session.userInfo() }
      await stage.attempt("not refreshed") { try await session.refresh() }
    },
  ]
}

/// A browser whose callback an attacker has changed.
private struct TamperedAgent: VisitingUserAgent {
  enum Way: CaseIterable {
    case otherState, otherIssuer, twoCodes, otherCode, errorWithCode
  }

  let agent: ScriptedUserAgent
  let way: Way
  let marks: Marks

  func redirectURI() async throws -> String { IssuerSite.redirect }

  func authorize(at url: URL) async throws(OAuthError) -> String {
    let callback = try await agent.authorize(at: url)
    let forged = marks.make("code")
    switch way {
    case .otherState: return callback.replacing("state=", with: "state=" + forged)
    case .otherIssuer: return callback + "&iss=https://evil.example/" + forged
    case .twoCodes: return callback + "&code=" + forged
    case .otherCode: return callback.replacing("code=", with: "code=" + forged)
    case .errorWithCode: return callback + "&error=access_denied"
    }
  }
}
