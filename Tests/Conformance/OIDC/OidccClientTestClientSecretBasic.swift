// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckServer
import CoatcheckTesting
import Foundation
import HTTPTypes
import Testing

struct OidccClientTestClientSecretBasic {
  @Test("oidcc-client-test-client-secret-basic: the client proves itself by HTTP Basic")
  func works() async throws {
    let secret = Secret("s/ecret + 100%: é")
    let party = try await RelyingParty(client: HostileClient(id: "my:app", secret: secret))
    try await party.expectSignIn()
    let request = try #require(party.provider.requests(.token).first)
    #expect(request.head.headerFields[.authorization]?.hasPrefix("Basic ") == true)
    #expect(!String(decoding: request.body, as: UTF8.self).contains("client_secret"))
  }
}
