// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A sign-in with a grant of the token endpoint")
struct GrantSignInTests {
  private let provider = FakeProvider()

  private static let grants: [DirectGrant] = [
    .password(username: "alice", password: Secret("p")), .jwtBearer(Secret("e30.e30.c2ln")),
    .tokenExchange(TokenExchangeGrant(subject: .init(Secret("t"), .accessToken))),
  ]

  /// The form of the token request of a sign-in.
  private func form(
    _ flow: GrantSignIn, scopes: [Scope], options: AuthorizationOptions
  ) async throws -> Parameters {
    provider.script("/token") { _, _ in
      FakeProvider.json([
        "access_token": "at", "token_type": "Bearer", "expires_in": 600,
        "issued_token_type": "urn:ietf:params:oauth:token-type:access_token",
      ])
    }
    let client = try await provider.client(in: MemoryTokenStore()) {
      $0.environment = provider.environment
    }
    _ = try await client.signIn(
      using: flow, scopes: scopes, storedAs: "main", options: options)
    return try #require(provider.forms("/token").last)
  }

  private static var options: AuthorizationOptions {
    var options = AuthorizationOptions()
    options.resources = ["https://api.example"]
    options.details = [AuthorizationDetail(type: "payment", members: [:])]
    options.extra = ["tenant": "a"]
    return options
  }

  @Test("sends the scopes, resources, details and parameters of the sign-in", arguments: grants)
  func named(grant: DirectGrant) async throws {
    let form = try await form(
      GrantSignIn(grant), scopes: [.email, .profile], options: Self.options)
    #expect(form["scope"] == "email profile")
    #expect(form.values(of: "resource") == ["https://api.example"])
    #expect(form["authorization_details"]?.contains("payment") == true)
    #expect(form["tenant"] == "a")
  }

  @Test("sends the values of the flow instead, if it has its own", arguments: grants)
  func own(grant: DirectGrant) async throws {
    let flow = GrantSignIn(
      grant, scopes: [.profile], resources: ["https://b.example"],
      details: [AuthorizationDetail(type: "account", members: [:])], extra: ["tenant": "b"])
    let form = try await form(flow, scopes: [.email], options: Self.options)
    #expect(form["scope"] == "profile")
    #expect(form.values(of: "resource") == ["https://b.example"])
    #expect(form["authorization_details"]?.contains("account") == true)
    #expect(form["tenant"] == "b")
  }
}
