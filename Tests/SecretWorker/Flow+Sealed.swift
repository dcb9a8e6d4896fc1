// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckClient
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckTesting
import Foundation

extension Flow {
  /// Signed and encrypted messages, and logout tokens.
  static let sealed: [Flow] = [
    Flow("encrypted requests, responses and ID tokens") { stage in
      try await HostileSite.with(stage) { site in
        stage.show("keys", [site.own, try site.own.encryptionKey()] as [any Sendable])
        stage.show("profile", site.profile)
        var options = AuthorizationOptions()
        options.responseMode = .jwt
        let session = try await site.client.signIn(scopes: [.openID, .email], options: options)
        stage.show("session", session)
        try await session.refresh()
        stage.show("stored", try await site.store.sessions())
        let idToken = session.stored?.idToken?.reveal() ?? ""
        stage.show("envelope", try UnverifiedNestedJWT(idToken))
        stage.show("claims", try await site.client.userInfo(of: session, as: .signed([.es256])))
      }
    },
    Flow("invalid encryption", faults: [.rsa15Envelope, .missingEnvelope]),
    Flow("invalid signatures", faults: [.corruptSignature(.es256), .unknownKey]),
    Flow(
      "invalid responses",
      faults: [.corruptJWTResponse, .bareCodeBesideJWT, .unsignedUserInfo, .plainUserInfo]),
    Flow("logout tokens, valid and invalid") { stage in
      for fault in [nil, Fault.corruptLogoutToken, .oldLogoutToken, .logoutTokenWithoutSubject] {
        try await HostileSite.with(stage, [fault].compactMap(\.self)) { site in
          let metadata = site.client.provider.metadata
          let receiver = BackChannelLogoutReceiver(
            ClientContext(
              provider: Provider(metadata: metadata), client: ClientIdentity(id: "app"),
              runtime: ClientRuntime(
                transport: stage.network, environment: site.provider.environment
              ) {
                $0.idTokenAlgorithms = [.es256]
                $0.logger = stage.logger("logout")
              })
          ) { token in stage.show("ended", token) }
          stage.show("receiver", receiver)
          let token = try site.provider.logoutToken(about: "u-alice", session: "session-1")
          stage.marks.add("logout_token", token.reveal())
          await stage.attempt("received") { try await receiver.receive(token) }
          await stage.attempt("received again") { try await receiver.receive(token) }
          let request = try BackChannelLogoutExchange(
            token: token, endpoint: Endpoint("https://c.example/logout")
          ).request()
          stage.show("answer", await receiver.answer(head: request.head, body: request.body))
        }
      }
    },
  ]

  /// A sign-in at providers with one fault each.
  private init(_ name: String, faults: [Fault]) {
    self.init(name) { stage in
      for fault in faults {
        try await HostileSite.with(stage, [fault]) { site in
          var options = AuthorizationOptions()
          options.responseMode = .jwt
          await stage.attempt("\(fault)") { () async throws -> UserInfo in
            let session = try await site.client.signIn(scopes: [.openID], options: options)
            return try await site.client.userInfo(of: session, as: .signed([.es256]))
          }
        }
      }
    }
  }
}
