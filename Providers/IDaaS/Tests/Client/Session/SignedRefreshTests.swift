// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import CryptoExtras
import TestKit

@Suite("A signed refresh")
struct SignedRefreshTests {
  @Test("is required by a tenant that accepts no other")
  func sealed() async throws {
    let key = try _RSA.Encryption.PrivateKey(keySize: .bits2048).pemRepresentation
    let world = try await IDaaSWorld.start(application: { app in
      app.unassociated = .create
      app.privateKey = Secret(key)
      app.wantsSignatures = true
    })
    let session = try await world.session()
    let token = try #require(session.stored?.refreshToken)
    #expect(await failure { try await session.refresh() }?.returnCode == .signatureUnreadable)
    #expect(try await world.store.sessions().count == 1)
    let fresh = try await world.idaas.signedRefresh(token)
    #expect(try await world.idaas.verify(fresh.idToken).id == session.account.subject)
  }

  @Test("needs the application's key")
  func noKey() async throws {
    let (world, session) = try await IDaaSWorld.signedIn()
    let token = try #require(session.stored?.refreshToken)
    let error = await failure { try await world.idaas.signedRefresh(token) }
    #expect(error?.returnCode == .privateKeyMissing)
  }
}
