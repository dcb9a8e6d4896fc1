// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckServer
import CoatcheckTesting
import Foundation
import HTTPTypes
import Testing

struct OidccClientTestUserinfoBearerBody {
  @Test("oidcc-client-test-userinfo-bearer-body: the access token may travel in the form")
  func works() async throws {
    let party = try await RelyingParty()
    let client = try await party.client()
    let session = try await client.signIn(scopes: [.openID])
    let claims = try await client.userInfo(
      of: session, as: .plain, presentation: .form(because: "the module"))
    #expect(claims.subject == session.account.subject)
    let request = try #require(party.provider.requests(.userInfo).first)
    let token = try await session.accessToken().reveal()
    #expect(request.head.headerFields[.authorization] == nil)
    #expect(String(decoding: request.body, as: UTF8.self) == "access_token=\(token)")
    await party.provider.stop()
  }
}
