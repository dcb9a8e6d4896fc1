// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSTesting
import CoatcheckWeiboTesting
import Coatcheck
import CoatcheckAccounts
import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckTesting
import Foundation

extension Flow {
  /// The calls of the IDaaS interface.
  static let idaas: [Flow] = [
    Flow(tenant: "IDaaS: registering, refreshing, the account, and signing out") { stage, site in
      let pending = try await site.pending()
      stage.show("pending", pending)
      let contact = ContactField.mobile(TenantSite.mobile)
      let captcha = try await pending.captcha(for: contact, kind: .proofOfWork)
      stage.show("captcha", captcha)
      let proof = try await captcha.work()
      stage.show("proof", proof)
      stage.show("sent", try await pending.sendCode(to: contact, proof: proof))
      await stage.attempt("wrong code") {
        try await pending.finish(contact, code: stage.wrongCode())
      }
      let outcome = try await pending.finish(contact, code: site.code())
      stage.show("outcome", outcome)
      guard let session = outcome.session else { return }
      stage.show("stored", try await site.store.sessions())
      stage.clock.advance(by: .seconds(7_300))
      stage.show("ID token", try await session.accessToken())
      try await session.refresh()
      stage.show("user", try await site.idaas.userInfo(session))
      stage.show("accounts", try await site.idaas.socialAccounts(of: session))
      await stage.attempt("another password") {
        try await site.idaas.setPassword(
          Secret(stage.marks.make("password")), mobile: TenantSite.mobile,
          code: stage.wrongCode())
      }
      await stage.attempt("deleting with a wrong code") {
        try await site.idaas.deleteAccount(of: session, code: stage.wrongCode())
      }
      stage.show("report", await site.idaas.signOut(session))
      await stage.attempt("after sign-out") { try await session.refresh() }
    },
    Flow(tenant: "IDaaS: a wrong password") { stage, site in
      for name in ["alice", stage.marks.make("password")] {
        await stage.attempt("password") {
          try await site.idaas.signIn(
            using: PasswordLogin(username: name, password: Secret(stage.marks.make("password"))))
        }
      }
    },
    Flow(tenant: "IDaaS: a token that Weibo does not know") { stage, site in
      await stage.attempt("token") {
        try await site.idaas.signIn(
          weiboToken: Secret(stage.marks.make("access_token")), uid: "1404376560")
      }
      await stage.attempt("code") {
        try await site.idaas.signIn(
          weiboCode: Secret(stage.marks.make("code")),
          redirectURI: "https://app.example/callback")
      }
      await stage.attempt("ticket") {
        try await site.idaas.signIn(
          ticket: Secret(stage.marks.make("ticket")),
          verifier: Secret(stage.marks.make("code_verifier")))
      }
    },
  ]
}

extension Flow {
  /// A flow at a tenant.
  private init(
    tenant name: String, _ run: @escaping @Sendable (Stage, TenantSite) async throws -> Void
  ) {
    self.init(name) { stage in try await TenantSite.with(stage) { try await run(stage, $0) } }
  }
}

/// A tenant on a database, with a Weibo whose secrets are marked.
private struct TenantSite: Sendable {
  static let mobile = "+86-13800000000"

  let server: IDaaSTestServer
  let idaas: IDaaS
  let store: MemoryTokenStore
  let stage: Stage
  let user: StandInUser

  static func with(_ stage: Stage, _ body: (TenantSite) async throws -> Void) async throws {
    let user = stage.user
    let server = try await IDaaSTestServer.start(
      store: try await stage.database(), clock: stage.clock,
      weibo: WeiboService(users: [user], appSecret: stage.marks.make("client_secret")),
      transport: WireTap(Transports.system, stage.marks), logger: stage.logger("tenant"),
      settings: { figures in
        figures.workCost = 1
        // Long enough not to occur by chance.
        figures.codeLength = 12
      })
    let store = MemoryTokenStore()
    try await stage.run({ await server.stop() }) {
      var configuration = try IDaaSConfiguration(domain: server.origin, clientID: "app")
      configuration.device = .fixed("device-1")
      let idaas = try IDaaS(
        configuration, store: store, transport: stage.network, environment: stage.environment,
        logger: stage.logger("idaas"))
      try await body(
        TenantSite(server: server, idaas: idaas, store: store, stage: stage, user: user))
    }
  }

  /// A login that waits for a number.
  func pending() async throws -> PendingSignIn {
    let (token, uid) = server.weibo.token(for: user)
    let outcome = try await idaas.signIn(weiboToken: Secret(token), uid: uid)
    guard let pending = outcome.pending else { throw Unexpected() }
    return pending
  }

  /// The code that was sent last.
  func code() throws -> Secret {
    guard let code = server.outbox.messages.last?.code else { throw Unexpected() }
    stage.marks.add("message_code", code)
    return Secret(code)
  }
}

/// A flow had an unexpected result.
struct Unexpected: Error {}

extension Stage {
  /// A code that was not sent.
  fileprivate func wrongCode() -> Secret {
    let code = (0..<12).map { _ in String(Int.random(in: 0...9)) }.joined()
    marks.add("message_code", code)
    return Secret(code)
  }
}
