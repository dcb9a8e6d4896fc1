// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Signing in on another device, under a security profile")
struct PolledProfileTests {
  private let provider = FakeProvider()
  private let own = DecryptionKey.fresh(.ecdhES)

  private func flow(
    _ authentication: ClientAuthentication = .none, _ profile: SecurityProfile = .standard
  ) async throws -> DeviceFlow {
    DeviceFlow(
      try await provider.context(ClientIdentity(id: "app", authentication: authentication)) {
        $0.profile = profile
      })
  }

  @Test("a client with a certificate uses the mTLS endpoints")
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

  @Test("an encrypted ID token is decrypted, and an unencrypted one is refused")
  func encrypted() async throws {
    var profile = SecurityProfile.standard
    profile.idTokenDecryption = TokenDecryption(
      keys: DecryptionKeySet([own]), keyManagement: [.ecdhES], encryption: [.a256GCM])
    await expectError(.unreadable(.idTokenInvalid, "")) { [profile] in
      try await flow(.none, profile).signIn(scopes: [.openID]) { _ in }
    }
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

  @Test("a profile that requires bound tokens sends no request without a key")
  func unbound() async throws {
    let error = await failure { try await flow(.tls, .fapi2).signIn(scopes: [.openID]) { _ in } }
    #expect(error?.parameter == "dpop")
    #expect(provider.count("/device") == 0)
  }
}
