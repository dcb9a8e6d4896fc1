// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("signed requests and responses between the client library and the server", .world)
struct MessageSigningTests {
  @Test(
    "signed requests, pushed or not, and responses in all modes are accepted",
    arguments: Issued.modes, [PARPolicy.whenRequired, .always])
  func together(mode: ResponseMode, pushing: PARPolicy) async throws {
    let signed = try await SignedAsk.registered { $0.metadata.signedRequests = .required }
    let transport = WireTransport(wire: world.wire)
    var profile = SecurityProfile.standard
    profile.requestSigning = RequestObject(signedBy: signed.client.key)
    let flow = CodeFlow(
      ClientContext(
        provider: Provider(
          metadata: try await MetadataCache(
            transport: transport, environment: world.server.environment
          ).metadata(of: Issuer(world.server.issuer))),
        client: ClientIdentity(
          id: "signer",
          authentication: try .privateKeyJWT(
            signed.client.key, ClientAssertion(for: Issuer(world.server.issuer)))),
        runtime: ClientRuntime(transport: transport, environment: world.server.environment) {
          $0.profile = profile
        }))
    var options = AuthorizationOptions()
    options.responseMode = mode
    options.pushing = pushing
    options.maxAge = 600
    options.claims.require(acr: [AuthenticationContext.password])
    options.claims.userInfo["email"] = ["essential": true]
    let attempt = try await flow.attempt(
      redirectURI: "https://c.example/cb", scopes: [.openID], options: options)
    let url = attempt.url.absoluteString
    // No parameter is readable in the address, or can be changed.
    #expect(!url.contains("scope=") && !url.contains("state="))
    let session: StoredSession
    if [.formPost, .formPostJWT].contains(mode) {
      let (_, fields) = try await world.formPage(at: url, for: signed.ask)
      session = try await attempt.finish(form: Data(fields.encoded.utf8))
    } else {
      let callback = try await world.userAgent(redirect: "https://c.example/cb")
        .authorize(at: attempt.url)
      session = try await attempt.finish(callback)
    }
    let info = try await world.userInfo(session.accessToken.reveal()).json
    #expect(info["sub"]?.stringValue == TestUser.alice.id)
    #expect(info["email"]?.stringValue == "alice@example.org" && info["name"] == nil)
  }

  /// The response modes of the server.
  enum Issued {
    static let modes: [ResponseMode] = [.query, .formPost, .jwt, .queryJWT, .formPostJWT]
  }
}
