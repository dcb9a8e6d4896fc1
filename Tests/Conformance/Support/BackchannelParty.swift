// SPDX-License-Identifier: Apache-2.0

import TestKit

/// A CIBA client of a `HostileProvider`.
struct BackchannelParty {
  let provider: HostileProvider
  private let waits = Waits()

  private final class Waits: Sendable {
    let all = Mutex<[Duration]>([])
  }

  init(_ faults: Fault...) async throws {
    provider = try await HostileProvider.start(
      faults,
      client: HostileClient(key: try SigningKey.generate(.es256), idTokenAlgorithm: .es256))
  }

  /// How long the client waited before each poll.
  var waited: [Duration] { waits.all.withLock { $0 } }

  /// The provider's time; sleeping only moves the provider's clock.
  var environment: RuntimeEnvironment {
    var environment = provider.environment
    environment.sleep = { [waits, provider] duration in
      waits.all.withLock { $0.append(duration) }
      provider.clock.advance(by: duration)
    }
    return environment
  }

  /// Signs the user in on the other device.
  func signIn(hint: UserHint = .login("alice@example.org")) async throws -> Session {
    let metadata = try await MetadataCache(transport: .platform, environment: environment)
      .metadata(of: Issuer(provider.issuer))
    let client = ClientIdentity(
      id: provider.client.id,
      authentication: .privateKeyJWT(
        try #require(provider.client.key), ClientAssertion(for: metadata.issuer)))
    var flow = BackchannelFlow(
      ClientContext(
        provider: Provider(metadata: metadata), client: client,
        runtime: ClientRuntime(transport: .platform, environment: environment) {
          $0.idTokenAlgorithms = [provider.client.idTokenAlgorithm]
        }))
    flow.signingKey = provider.client.key
    let stored = try await flow.signIn(BackchannelAuthenticationRequest(hint))
    let store = MemoryTokenStore()
    try await store.save(stored)
    return Session(stored, store: store, transport: .platform, environment: environment)
  }

  /// The user signs in, and the userinfo endpoint returns the same subject.
  func expectSignIn(at location: SourceLocation = #_sourceLocation) async throws {
    let session = try await signIn()
    let claims = try await session.userInfo()
    #expect(claims.subject == session.account.subject, sourceLocation: location)
  }

  /// The sign-in fails with exactly this error, and no token is used.
  func expectRefusal(
    _ code: OAuthError.Code, _ parameter: String? = nil, tokenRequests: Int,
    hint: UserHint = .login("alice@example.org"),
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    let error = await failure(location) { try await signIn(hint: hint) }
    #expect(error?.code == code, sourceLocation: location)
    #expect(error?.parameter == parameter, sourceLocation: location)
    #expect(provider.count(.token) == tokenRequests, sourceLocation: location)
    #expect(provider.count(.userInfo) == 0, sourceLocation: location)
  }
}
