// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Authorization requests that are signed and encrypted")
struct EncryptedRequestObjectTests {
  private let key: SigningKey
  private let own: DecryptionKey

  init() throws {
    key = try SigningKey.generate(.es256)
    own = try DecryptionKey.generate(.ecdhES)
  }

  private func read(_ object: String, by own: DecryptionKey?) throws(OAuthError) -> Parameters {
    guard let received = try RequestObject.Received(in: ["client_id": "app", "request": object])
    else { return [:] }
    return try received.parameters(
      by: RequestObjectRules(
        issuer: Issuer("https://op.example"), algorithms: [.es256], now: start),
      keys: key.keySet,
      openedBy: own.map {
        TokenDecryption(
          keys: DecryptionKeySet([$0]), keyManagement: [.ecdhES], encryption: [.a256GCM])
      })
  }

  private func envelope(
    _ content: String, _ algorithm: ContentEncryption = .a256GCM
  ) throws -> String {
    try own.encryptionKey().encrypt(
      Array(content.utf8), algorithm: .ecdhES, encryption: algorithm, contentType: "JWT")
  }

  @Test("an encrypted request object has the parameters of the signed one in it")
  func opened() throws {
    var profile = SecurityProfile.standard
    profile.requestSigning = RequestObject(
      signedBy: key,
      encryption: RequestEncryption(.ecdhES, .a256GCM, key: try own.encryptionKey()))
    let (transaction, request) = try prepareSignIn(profile: profile)
    #expect(request.parameters.names.sorted() == ["client_id", "request"])
    let object = try #require(request.parameters["request"])
    #expect(try read(object, by: own)["state"] == transaction.state.reveal())
    // A server with a decryption key also accepts request objects that are only signed. The registration
    // of a client determines which it may send.
    let signed = try key.sign(RequestObjectTests.good)
    #expect(try read(signed, by: own)["state"] == "inner-state")
  }

  // attack: A-22
  @Test("an encrypted request object is refused unless it contains one signed by the client")
  func refused() throws {
    let signed = try key.sign(RequestObjectTests.good)
    let none = Base64URL.encode(Array(#"{"alg":"none"}"#.utf8))
    let payload = Base64URL.encode(RequestObjectTests.good.serialized())
    let other = try DecryptionKey.generate(.ecdhES)
    let claims = String(decoding: RequestObjectTests.good.serialized(), as: UTF8.self)
    let cases: [(String, String, DecryptionKey?)] = [
      ("when the server has no key", try envelope(signed), nil),
      ("for another server", try envelope(signed), other),
      ("of another algorithm", try envelope(signed, .a128GCM), own),
      ("signed with an unknown key", try envelope(SigningKey.generate(.es256).sign([:])), own),
      ("unsigned", try envelope("\(none).\(payload)."), own),
      ("claims that are not a JWT", try envelope(claims), own),
    ]
    for (name, object, own) in cases {
      expectError(.refused(.invalidRequestObject, ""), naming: "request", "\(name)") {
        try read(object, by: own)
      }
    }
  }
}
