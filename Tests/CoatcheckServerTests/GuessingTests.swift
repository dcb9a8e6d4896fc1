// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("guessing of authorization codes", .world)
struct GuessingTests {
  // attack: T-49
  @Test("10,000 guesses find no valid code, and are limited")
  func guesses() async throws {
    let live = try await world.code()
    // 256 random bits after the prefix.
    #expect(live.hasPrefix("cc_ac_") && live.utf8.count == 6 + 49)
    // A second authorization server on the same store, without HTTP.
    let issuing = try await AuthorizationServer.node(
      on: world.server.store, issuer: world.server.issuer, environment: world.server.environment)
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

  @Test("too many guesses over HTTP get 429 with Retry-After", .world { $0.codeAttempts = 5 })
  func throttled() async throws {
    let live = try await world.code()
    for n in 0..<8 {
      let guess = OpaqueToken(.code, environment: .live).secret.reveal()
      #expect(try await world.exchange(guess).status == (n < 5 ? 400 : 429))
    }
    let reply = try await world.exchange(live)
    #expect(reply.status == 429 && reply["retry-after"] == ["900"])
    #expect(world.log.has("client_throttled"))
    // Another client from the same address is not limited.
    let ask = Ask(.web)
    #expect(try await world.exchange(world.code(ask), ask).status == 200)
    world.server.clock.advance(by: .seconds(900))
    #expect(try await world.exchange(world.code()).status == 200)
  }
}
