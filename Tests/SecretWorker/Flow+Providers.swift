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
    Flow(
      "OCLC: implicit, code with signatures, and the client itself",
      at: { OCLCService(users: [$0], clients: [OCLCService.Client(secret: Secret($1))]) }
    ) { stage, oclc, user, secret in
      let provider = try Provider.oclc(
        url: oclc.url + "/oauth2", authenticatingInstitution: "128807",
        contextInstitution: "91475")
      let client = stage.client(
        of: provider, id: "app", secret: secret, agent: stage.browser(user))
      let phone = try await client.signIn(
        using: .implicit(
          with: stage.browser(user, redirect: "oclcApp://user_agent_flow"),
          scopes: ["WMS_NCIP"], because: "the document of 2014 describes no other flow"),
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
    },
    Flow(
      "Kii: a password, and a kept token",
      at: { KiiService(users: [$0], clients: ["web": Secret($1)]) }
    ) { stage, kii, user, _ in
      let provider = try Provider.kii(site: .custom(kii.url), appID: "app", appKey: "key")
      let client = stage.client(
        of: provider, id: "app", redirect: "http://127.0.0.1/unused", agent: stage.browser(user))
      let name = KiiUsername(user.username)
      let session = try await client.signIn(
        using: .kiiPassword(name, password: user.password), storedAs: "alice")
      stage.show("session", session)
      stage.show("user", try await KiiAccount(session).user())
      let token = try await session.accessToken()
      stage.show("kept", try await client.signIn(using: .kiiToken(token), storedAs: "kept"))
      await stage.attempt("wrong password") {
        try await client.signIn(
          using: .kiiPassword(name, password: Secret(stage.marks.make("password"))),
          storedAs: "refused")
      }
      await stage.attempt("refresh") { try await session.refresh() }
    },
    Flow("NX: a password, and a code", at: { NXService(users: [$0], clients: ["app": Secret($1)]) })
    { stage, nx, user, secret in
      let client = stage.client(
        of: try .nx(
          authorizationEndpoint: "\(nx.url)/oauth2/authenticate",
          tokenEndpoint: "\(nx.url)/oauth2/token"),
        id: "app", secret: secret, redirect: "x-myapp://oauth2",
        agent: stage.browser(user, redirect: "x-myapp://oauth2"))
      let session = try await client.signIn(
        using: .password(username: user.username, password: user.password), storedAs: "main")
      stage.show("password", session)
      try await session.refresh()
      stage.show("code", try await client.signIn(scopes: ["read"], storedAs: "other"))
      await stage.attempt("wrong password") {
        try await client.signIn(
          using: .password(
            username: user.username, password: Secret(stage.marks.make("password"))),
          storedAs: "refused")
      }
    },
    Flow("docomo: a code", at: { DocomoService(users: [$0], clientSecret: Secret($1)) }) {
      stage, docomo, user, secret in
      let client = stage.client(
        of: try .docomo(authority: docomo.url), id: "app", secret: secret,
        agent: stage.browser(user))
      let session = try await client.signIn(scopes: Scope.docomo, storedAs: "main")
      stage.show("session", session)
      try await session.refresh()
      let photos = try PhotoColle(session, at: docomo.url, environment: stage.environment)
      await stage.attempt("photos") { try await photos.capacity() }
    },
    Flow("Weibo: a code", at: { WeiboService(users: [$0], appSecret: $1) }) {
      stage, weibo, user, secret in
      let client = stage.client(
        of: try .weibo(base: weibo.url), id: "20454", secret: secret, agent: stage.browser(user))
      stage.show("session", try await client.signIn(scopes: ["email"], storedAs: "main"))
    },
  ]
}
