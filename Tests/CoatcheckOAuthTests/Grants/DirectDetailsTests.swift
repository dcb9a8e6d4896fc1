// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Authorization details of grants without a browser")
struct DirectDetailsTests {
  static let grants: [DirectGrant] = [
    .clientCredentials, .password(username: "u", password: Secret("p")),
    .jwtBearer(Secret("e30.e30.c2ln")), .other(type: "urn:x", [:]),
    .tokenExchange(TokenExchangeGrant(subject: .init(Secret("t"), .accessToken))),
  ]

  @Test("are sent with every grant, and so are resources", arguments: grants)
  func sent(_ grant: DirectGrant) throws {
    let details = [
      AuthorizationDetail(type: "payment", members: ["amount": 5]),
      AuthorizationDetail(type: "account", members: ["actions": ["read"]]),
    ]
    let client = ClientIdentity(id: "app", authentication: .post(Secret("s")))
    var exchange = try directExchange(
      grant, client: client, resources: ["https://a.example", "https://b.example"])
    exchange.details = details
    let (_, body) = try exchange.request()
    let form = try Parameters(bytes: Array(body), repeatable: ["resource"])
    #expect(form.values(of: "resource") == ["https://a.example", "https://b.example"])
    let text = try #require(form["authorization_details"])
    #expect(try AuthorizationDetail.list(JSONValue(parsing: Array(text.utf8))) == details)
  }

  @Test("cannot be set as an extra parameter")
  func reserved() throws {
    expectError(.misused("", ""), naming: "authorization_details") {
      var exchange = try directExchange(.jwtBearer(Secret("a")))
      exchange.extra = ["authorization_details": "[]"]
      _ = try exchange.request()
    }
  }
}
