// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Looking at a registration and changing it")
struct ClientConfigurationTests {
  private func client() throws(OAuthError) -> ClientRegistration {
    ClientRegistration(
      id: "c1", secret: Secret("s3cret"),
      configuration: ClientConfiguration(
        endpoint: try Endpoint("https://op.example/register/c1?v=2"),
        accessToken: Secret("r3gistration")),
      metadata: .native(name: "Tool", redirectURIs: ["http://127.0.0.1/cb"]))
  }

  private func exchange(
    _ operation: ClientConfigurationExchange.Operation
  ) throws(OAuthError) -> ClientConfigurationExchange {
    try ClientConfigurationExchange(operation, client())
  }

  @Test("each request reaches the server with the token that came with the address")
  func requests() throws {
    var changed = try client().metadata
    changed.name = "Other"
    let methods: [(ClientConfigurationExchange.Operation, HTTPRequest.Method)] = [
      (.read, .get), (.update(changed), .put), (.delete, .delete),
    ]
    for (operation, method) in methods {
      let (head, body) = try exchange(operation).request()
      #expect(head.method == method)
      #expect(head.authority == "op.example")
      let received = try ClientConfigurationExchange.received(head: head, body: body)
      #expect(received.path == "/register/c1")
      #expect(received.accessToken.reveal() == "r3gistration")
      #expect("\(received.operation)" == "\(operation)")
      if case .update(let metadata) = received.operation {
        #expect(metadata == changed)
        #expect(received.clientID == "c1")
        #expect(received.clientSecret?.reveal() == "s3cret")
      }
    }
  }

  @Test("a new token replaces the old one, and what is not repeated stays")
  func rotation() throws {
    let read = exchange
    var client = try #require(
      try read(.read).reply(response(200, #"{"client_id":"c1","registration_access_token":"n2"}"#)))
    #expect(client.configuration?.accessToken.reveal() == "n2")
    #expect(client.configuration?.endpoint.path == "/register/c1?v=2")
    #expect(client.secret?.reveal() == "s3cret")
    client = try #require(
      try ClientConfigurationExchange(.read, client).reply(
        response(
          200,
          #"{"client_id":"c1","client_secret":"s2","registration_client_uri":"https://op.example/c"}"#
        )))
    #expect(client.configuration?.accessToken.reveal() == "n2")
    #expect(client.configuration?.endpoint.path == "/c")
    #expect(client.secret?.reveal() == "s2")
  }

  // attack: C-81
  @Test("an answer that names another origin does not get the token")
  func otherOrigin() throws {
    let client = try #require(
      try exchange(.read).reply(
        response(
          200,
          #"{"client_id":"c1","registration_client_uri":"https://evil.example/c","#
            + #""registration_access_token":"n2"}"#)))
    let (head, _) = try ClientConfigurationExchange(.read, client).request()
    #expect(head.authority == "op.example")
    let error = failure { () throws(OAuthError) in
      try exchange(.read).reply(
        response(307, "", fields: [.location: "https://evil.example/register/c1"]))
    }
    #expect(error == .unreadable(.redirectRefused, ""))
  }

  @Test("another client's registration is refused")
  func otherClient() throws {
    let error = failure { () throws(OAuthError) in
      try exchange(.read).reply(response(200, #"{"client_id":"c2"}"#))
    }
    #expect(error == .unreadable(.replyMalformed, ""))
  }

  @Test("an ended registration is nothing, and a refused token is told")
  func endings() throws {
    let ended: ClientRegistration? = nil
    let answer = ClientConfigurationExchange.response(ended)
    #expect(answer.head.status == .noContent)
    #expect(try exchange(.delete).reply(answer).map(\.id) == nil)
    let error = failure { () throws(OAuthError) in
      try exchange(.read).reply(
        ClientConfigurationExchange.response(.refused(.invalidToken, "No such token.")))
    }
    #expect(error == .refused(.invalidToken, ""))
    #expect(error?.status == 401)
  }

  @Test(
    "a server refuses what a client may not say in an update",
    arguments: [
      (#"{}"#, "client_id"),
      (#"{"client_id":"c1","registration_access_token":"x"}"#, "registration_access_token"),
      (#"{"client_id":"c1","client_id_issued_at":1}"#, "client_id_issued_at"),
      (#"{"client_id":"c1","client_secret_expires_at":1}"#, "client_secret_expires_at"),
      (#"{"client_id":"c1","registration_client_uri":"https://x"}"#, "registration_client_uri"),
      (#"{"client_id":"c1","grant_types":"x"}"#, "grant_types"),
    ])
  func badUpdates(body: String, name: String) {
    var head = HTTPRequest(method: .put, scheme: "https", authority: "op.example", path: "/r/c1")
    head.headerFields[.contentType] = "application/json"
    head.headerFields[.authorization] = "Bearer t"
    let error = failure { () throws(OAuthError) in
      try ClientConfigurationExchange.received(head: head, body: Data(body.utf8))
    }
    #expect(error?.code == .invalidClientMetadata)
    #expect(error?.parameter == name)
    head.headerFields[.authorization] = nil
    #expect(
      failure { () throws(OAuthError) in
        try ClientConfigurationExchange.received(head: head, body: Data(body.utf8))
      }?.code == .credentialsMissing)
  }
}
