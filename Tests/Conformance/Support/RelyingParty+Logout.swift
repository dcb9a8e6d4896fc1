// SPDX-License-Identifier: Apache-2.0

import TestKit

/// Logout and registration.
extension RelyingParty {
  /// Signs the user in, and posts the provider's logout token to the app.
  ///
  /// - Returns: The status of the app's response.
  func receiveLogout() async throws -> Int {
    let client = try await client()
    let session = try await client.signIn(scopes: [.openID])
    let receiver = BackChannelLogoutReceiver(
      ClientContext(
        provider: Provider(metadata: client.provider.metadata),
        client: ClientIdentity(id: provider.client.id),
        runtime: ClientRuntime(
          transport: transport, environment: provider.environment
        ) { $0.idTokenAlgorithms = [provider.client.idTokenAlgorithm] })
    ) { token in
      for session in try await client.sessions() where session.account.subject == token.subject {
        await client.signOut(session, .localOnly)
      }
    }
    let token = try provider.logoutToken(about: session.account.subject)
    let form: Parameters = ["logout_token": token.reveal()]
    let head = HTTPRequest(
      method: .post, scheme: "https", authority: "app.example", path: "/logout",
      headerFields: [.contentType: "application/x-www-form-urlencoded"])
    return await receiver.answer(head: head, body: Data(form.encoded.utf8)).head.status.code
  }

  /// The issuer and the `sid` of the ID token after a sign-in.
  func browserSession() async throws -> (Issuer, String) {
    let session = try await signIn()
    let token = try #require(session.stored?.idToken)
    let claims = try UnverifiedJWT(token.reveal()).unverifiedClaimsForDisplay()
    return (try Issuer(provider.issuer), try #require(claims["sid"]?.stringValue))
  }

  /// A front-channel logout request as the app parses it.
  static func received(_ frame: FrontChannelLogout) throws(OAuthError) -> FrontChannelLogout {
    var query = Parameters()
    query["iss"] = frame.issuer
    query["sid"] = frame.sessionID
    return try FrontChannelLogout(
      HTTPRequest(
        method: .get, scheme: "https", authority: "app.example", path: "/out?" + query.encoded))
  }

  /// The metadata of a client that registers.
  static var registration: ClientMetadata {
    var metadata = ClientMetadata()
    metadata.name = "Conformance"
    metadata.redirectURIs = ["http://127.0.0.1:49152/callback"]
    metadata.tokenEndpointAuthMethod = "client_secret_basic"
    return metadata
  }

  /// Registers a client.
  func register() async throws -> ClientRegistration {
    let found = try await Provider.discover(
      provider.issuer, transport: transport, environment: provider.environment)
    let endpoint = try #require(found.metadata.registrationEndpoint)
    return try await transport.perform(
      RegistrationExchange(Self.registration, endpoint: endpoint), environment: provider.environment
    )
  }

  /// The client with its registration.
  func client(_ registered: ClientRegistration) async throws -> Client {
    let found = try await Provider.discover(
      provider.issuer, transport: transport, environment: provider.environment)
    let authentication = try registered.identity().authentication
    return Client(of: found, id: registered.id, store: store, transport: transport) {
      $0.authentication = authentication
      $0.userAgent = ReadyUserAgent(transport: transport)
      $0.environment = provider.environment
    }
  }
}
