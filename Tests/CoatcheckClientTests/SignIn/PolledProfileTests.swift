// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Signing in elsewhere, with what is agreed upon with the issuer")
struct PolledProfileTests {
  private let provider = FakeProvider()
  private let own: DecryptionKey

  init() throws {
    own = try DecryptionKey.generate(.ecdhES)
  }

  private func flow(
    _ authentication: ClientAuthentication = .none, _ profile: SecurityProfile = .standard
  ) async throws -> DeviceFlow {
    DeviceFlow(
      ClientContext(
        provider: Provider(metadata: try await provider.metadata()),
        client: ClientIdentity(id: "app", authentication: authentication),
        runtime: ClientRuntime(transport: provider, environment: provider.environment) {
          $0.profile = profile
        }))
  }

  @Test("a client with a certificate asks at the endpoints for it")
  func aliases() async throws {
    let alias = "https://mtls.op.example"
    provider.change {
      $0.metadata["mtls_endpoint_aliases"] = [
        "device_authorization_endpoint": .string(alias + "/device"),
        "token_endpoint": .string(alias + "/token"),
      ]
    }
    let stored = try await flow(.tls).signIn(scopes: [.openID]) { _ in }
    #expect(provider.heads("/device").map(\.authority) == ["mtls.op.example"])
    #expect(provider.heads("/token").map(\.authority) == ["mtls.op.example"])
    #expect(stored.tokenEndpoint.text == alias + "/token")
  }

  @Test("an encrypted ID token is opened, and one that is not encrypted is refused")
  func encrypted() async throws {
    var profile = SecurityProfile.standard
    profile.idTokenDecryption = TokenDecryption(
      keys: DecryptionKeySet([own]), keyManagement: [.ecdhES], encryption: [.a256GCM])
    let bare = await failure { [profile] in
      try await flow(.none, profile).signIn(scopes: [.openID]) { _ in }
    }
    #expect(bare == .unreadable(.idTokenInvalid, ""))
    let key = try own.encryptionKey()
    provider.change {
      $0.reply = { reply in
        let signed = reply["id_token"]?.stringValue ?? ""
        let sealed = try? key.encrypt(signed: signed, algorithm: .ecdhES, encryption: .a256GCM)
        reply["id_token"] = sealed.map(JSONValue.string)
      }
    }
    let stored = try await flow(.none, profile).signIn(scopes: [.openID]) { _ in }
    #expect(stored.account.subject == "alice")
  }

  @Test("a profile that wants bound tokens asks nobody without a key")
  func unbound() async throws {
    let error = await failure {
      try await flow(.tls, .fapi2).signIn(scopes: [.openID]) { _ in }
    }
    #expect(error?.parameter == "dpop")
    #expect(provider.count("/device") == 0)
  }
}
