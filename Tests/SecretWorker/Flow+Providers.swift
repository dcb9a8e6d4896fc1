// SPDX-License-Identifier: Apache-2.0
import CoatcheckDocomo
import CoatcheckDocomoTesting
import CoatcheckKii
import CoatcheckKiiTesting
import CoatcheckNXOAuth2Client
import CoatcheckNXOAuth2ClientTesting
import CoatcheckOCLC
import CoatcheckOCLCTesting
import CoatcheckWeibo
import CoatcheckWeiboTesting
import Coatcheck
import CoatcheckClient
import CoatcheckTesting
import Foundation
import HTTPTypes

extension Flow {
  /// The flows at other systems, by their own rules.
  static let providers: [Flow] = [
    Flow("OCLC: implicit, code with signatures, and the client itself") { stage in
      let secret = Secret(stage.marks.make("client_secret"))
      let person = stage.person
      try await stage.standIn(
        OCLCService(users: [person], clients: [OCLCService.Client(secret: secret)])
      ) { oclc in
        let provider = try Provider.oclc(
          url: oclc.url + "/oauth2", authenticatingInstitution: "128807",
          contextInstitution: "91475")
        let loopback = "http://127.0.0.1:49152/callback"
        let client = stage.client(
          of: provider, id: "app", secret: secret, redirect: loopback,
          agent: stage.browser(person.username, person.password))
        let phone = try await client.signIn(
          using: ImplicitSignIn(
            userAgent: stage.browser(
              person.username, person.password, redirect: "oclcApp://user_agent_flow"),
            scopes: ["WMS_NCIP"], because: "the document of 2014 knows nothing else"),
          storedAs: "phone")
        stage.show("implicit", phone)
        let session = try await client.signIn(
          scopes: ["WMS_NCIP", "refresh_token"], storedAs: "main")
        stage.show("code", session)
        try await session.refresh()
        let address = try Endpoint(oclc.url + "/bib/data/823520553")
        let request = HTTPRequest(
          method: .get, scheme: address.scheme, authority: address.authority, path: address.path)
        let signed = AuthorizedTransport(session, authorizer: WSKeyAuthorizer())
        stage.show("signed", try await signed.send(request, body: Data(), limit: .standard).0)
        stage.show("own", try await client.ownSession(scopes: ["WMS_Availability"]))
        stage.show("report", await client.signOut(session))
      }
    },
    Flow("Kii: a password, and a token that somebody kept") { stage in
      let person = stage.person
      let secret = Secret(stage.marks.make("client_secret"))
      try await stage.standIn(KiiService(users: [person], clients: ["web": secret])) { kii in
        let provider = try Provider.kii(site: .custom(kii.url), appID: "app", appKey: "key")
        let client = stage.client(
          of: provider, id: "app", redirect: "http://127.0.0.1/unused",
          agent: stage.browser(person.username, person.password))
        let name = KiiUsername(person.username)
        let session = try await client.signIn(
          using: .kiiPassword(name, password: person.password), storedAs: "alice")
        stage.show("session", session)
        let user = try await KiiAccount(session).user()
        stage.show("user", user)
        let token = try await session.accessToken()
        stage.show("kept", try await client.signIn(using: .kiiToken(token), storedAs: "kept"))
        await stage.attempt("wrong password") {
          try await client.signIn(
            using: .kiiPassword(name, password: Secret(stage.marks.make("password"))),
            storedAs: "nobody")
        }
        await stage.attempt("refresh") { try await session.refresh() }
      }
    },
    Flow("NX: a password, and a code") { stage in
      let person = stage.person
      let secret = Secret(stage.marks.make("client_secret"))
      try await stage.standIn(NXService(users: [person], clients: ["app": secret])) { nx in
        let client = stage.client(
          of: try .nx(
            authorizationEndpoint: "\(nx.url)/oauth2/authenticate",
            tokenEndpoint: "\(nx.url)/oauth2/token"),
          id: "app", secret: secret, redirect: "x-myapp://oauth2",
          agent: stage.browser(person.username, person.password, redirect: "x-myapp://oauth2"))
        let session = try await client.signIn(
          using: .password(username: person.username, password: person.password), storedAs: "main")
        stage.show("password", session)
        try await session.refresh()
        stage.show("code", try await client.signIn(scopes: ["read"], storedAs: "other"))
        await stage.attempt("wrong password") {
          try await client.signIn(
            using: .password(
              username: person.username, password: Secret(stage.marks.make("password"))),
            storedAs: "nobody")
        }
      }
    },
    Flow("docomo: a code") { stage in
      let person = stage.person
      let secret = Secret(stage.marks.make("client_secret"))
      try await stage.standIn(DocomoService(users: [person], clientSecret: secret)) { docomo in
        let client = stage.client(
          of: try .docomo(authority: docomo.url), id: "app", secret: secret,
          redirect: "http://127.0.0.1:49152/callback",
          agent: stage.browser(person.username, person.password))
        let session = try await client.signIn(scopes: Scope.docomo, storedAs: "main")
        stage.show("session", session)
        try await session.refresh()
        let photos = try PhotoColle(session, at: docomo.url, environment: stage.environment)
        await stage.attempt("photos") { try await photos.capacity() }
      }
    },
    Flow("Weibo: a code") { stage in
      let person = stage.person
      let secret = stage.marks.make("client_secret")
      try await stage.standIn(WeiboService(users: [person], appSecret: secret)) { weibo in
        let client = stage.client(
          of: try .weibo(base: weibo.url), id: "20454", secret: Secret(secret),
          redirect: "http://127.0.0.1:49152/callback",
          agent: stage.browser(person.username, person.password))
        stage.show("session", try await client.signIn(scopes: ["email"], storedAs: "main"))
      }
    },
  ]
}

extension Stage {
  /// Alice, with a password that is marked.
  var person: StandInUser {
    StandInUser(id: "u-alice", username: "alice", password: Secret(marks.make("password")))
  }

  /// Runs a stand-in for as long as the body does.
  func standIn<Service: StandInService>(
    _ service: Service, _ body: (StandIn<Service>) async throws -> Void
  ) async throws {
    let standIn = try await StandIn.start(service, clock: clock)
    do {
      try await body(standIn)
    } catch {
      await standIn.stop()
      throw error
    }
    await standIn.stop()
  }
}
