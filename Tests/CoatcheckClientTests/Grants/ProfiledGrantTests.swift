// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A client's own tokens under a security profile")
struct ProfiledGrantTests {
  private let provider = FakeProvider()

  private func answer(_ type: String) {
    provider.script("/token") { _, _ throws(OAuthError) in
      FakeProvider.json(["access_token": "own", "token_type": .string(type), "expires_in": 60])
    }
  }

  private func token(
    _ authentication: ClientAuthentication, _ profile: SecurityProfile = .standard,
    dpop: DPoPPolicy = .never
  ) async throws -> ClientToken {
    let client = ClientIdentity(id: "app", authentication: authentication)
    let context = try await provider.context(client) {
      $0.profile = profile
      $0.dpop = dpop
    }
    return try await ClientCredentialsCache(context).token()
  }

  @Test("a certificate, or tokens that are bound to one, select the mTLS endpoint")
  func aliases() async throws {
    answer("Bearer")
    provider.change {
      $0.metadata["mtls_endpoint_aliases"] = ["token_endpoint": "https://mtls.op.example/token"]
    }
    let secret = ClientAuthentication.basic(Secret("s"))
    var bound = SecurityProfile.standard
    bound.tokenBinding = .certificate
    _ = try await token(.tls)
    _ = try await token(secret, bound)
    _ = try await token(secret)
    #expect(
      provider.heads("/token").map(\.authority)
        == ["mtls.op.example", "mtls.op.example", "op.example"])
  }

  @Test("bearer tokens are refused where tokens have to be bound")
  func bearer() async throws {
    answer("Bearer")
    let error = await failure { try await token(.tls, .fapi2) }
    #expect(error == .unreadable(.tokenMalformed, ""))
    #expect(error?.parameter == "token_type")
    answer("DPoP")
    #expect(try await token(.tls, .fapi2, dpop: .required()).tokenType == "DPoP")
  }
}
