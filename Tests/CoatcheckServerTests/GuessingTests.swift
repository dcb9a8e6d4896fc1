// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("guessing codes", .world)
struct GuessingTests {
  private struct EmptyDirectory: Directory {
    func user(_ id: String) async throws -> DirectoryUser? { nil }
  }

  // attack: T-49
  @Test("ten thousand guesses find no live code, and the guesser has to wait")
  func guesses() async throws {
    let live = try await world.code()
    // 256 random bits behind the prefix.
    #expect(live.hasPrefix("cc_ac_") && live.utf8.count == 6 + 49)
    // The issuer itself, beside the server's, on the same store.
    let sealer = try TestKeys.sealer()
    let keys = SigningKeys(store: world.server.store, sealer: sealer)
    try await keys.start()
    let issuing = AuthorizationServer(
      settings: try IssuerSettings(issuer: Issuer(world.server.issuer)),
      store: world.server.store, directory: EmptyDirectory(), keys: keys,
      environment: world.server.environment, audit: { _ in })
    let head = HTTPRequest(
      method: .post, scheme: "http", authority: "127.0.0.1", path: "/token",
      headerFields: [.contentType: "application/x-www-form-urlencoded"])
    var codes: [OAuthError.Code: Int] = [:]
    for _ in 0..<10_000 {
      let form = Ask().exchange(OpaqueToken(.code, environment: .live).secret.reveal())
      do throws(OAuthError) {
        let request = try TokenRequest(head: head, body: Data(form.encoded.utf8))
        _ = try await issuing.token(request, from: "guesser")
        codes[.init(rawValue: "granted"), default: 0] += 1
      } catch {
        codes[error.code, default: 0] += 1
      }
    }
    #expect(codes == [.invalidGrant: 100, .temporarilyUnavailable: 9_900])
    #expect(try await world.exchange(live).status == 200)
  }

  @Test("over the wire a guesser receives 429, and for how long", .world { $0.codeAttempts = 5 })
  func throttled() async throws {
    let live = try await world.code()
    for n in 0..<8 {
      let guess = OpaqueToken(.code, environment: .live).secret.reveal()
      #expect(try await world.exchange(guess).status == (n < 5 ? 400 : 429))
    }
    let reply = try await world.exchange(live)
    #expect(reply.status == 429 && reply["retry-after"] == ["900"])
    #expect(world.log.has("client_throttled"))
    // Another client from there is not held up.
    let ask = Ask(.web)
    #expect(try await world.exchange(world.code(ask), ask).status == 200)
    world.server.clock.advance(by: .seconds(900))
    #expect(try await world.exchange(world.code()).status == 200)
  }
}
