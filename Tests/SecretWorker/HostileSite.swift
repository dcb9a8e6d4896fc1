// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckTesting

/// A provider with given faults, and a client that requires signed and encrypted messages.
struct HostileSite: Sendable {
  let stage: Stage
  let provider: HostileProvider
  let client: Client
  let store = MemoryTokenStore()
  /// The key that ID tokens are encrypted for.
  let own: DecryptionKey
  let profile: SecurityProfile

  static func with(
    _ stage: Stage, _ faults: [Fault] = [], _ body: (HostileSite) async throws -> Void
  ) async throws {
    let (key, own) = (try SigningKey.generate(.es256), try DecryptionKey.generate(.rsaOAEP))
    stage.marks.add("private_key", key.privateJWK()["d"]?.stringValue)
    for name in ["d", "p", "q", "dp", "dq", "qi"] {
      stage.marks.add("private_key", try own.privateJWK()[name]?.stringValue)
    }
    var registered = HostileClient(key: key, idTokenAlgorithm: .es256)
    registered.userInfoAlgorithm = .es256
    registered.idTokenEncryption = own.publicJWK.map {
      .init(key: $0, algorithm: .rsaOAEP, content: .a256GCM)
    }
    let provider = try await HostileProvider.start(faults, client: registered)
    try await stage.run({ await provider.stop() }) {
      try await body(HostileSite(stage, provider, key, own))
    }
  }

  private init(
    _ stage: Stage, _ provider: HostileProvider, _ key: SigningKey, _ own: DecryptionKey
  ) async throws {
    self.stage = stage
    self.provider = provider
    self.own = own
    var profile = SecurityProfile.fapi1(signedBy: key)
    profile.requestSigning?.encryption = RequestEncryption(.ecdhESA256KW, .a256GCM)
    profile.responseAlgorithms = [.es256]
    profile.idTokenDecryption = TokenDecryption(
      keys: DecryptionKeySet([own]), keyManagement: [.rsaOAEP], encryption: [.a256GCM])
    self.profile = profile
    let found = try await Provider.discover(
      provider.issuer, transport: stage.network, environment: provider.environment)
    client = Client(of: found, id: provider.client.id, store: store, transport: stage.network) {
      $0.authentication = .privateKeyJWT(key, ClientAssertion(for: found.metadata.issuer))
      $0.userAgent = ReadyUserAgent(transport: WireTap(Transports.system, stage.marks))
      $0.profile = profile
      $0.idTokenAlgorithms = [.es256]
      $0.environment = provider.environment
      $0.logger = stage.logger("client")
    }
  }
}
