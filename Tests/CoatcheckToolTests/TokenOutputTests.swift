// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import TestKit

@Suite("Whether a stored token is printed without a request")
struct TokenAnswerTests {
  private let now = Date(timeIntervalSince1970: 1_700_000_000)

  private func session(_ change: (inout StoredSession) -> Void = { _ in }) throws -> StoredSession {
    var metadata = try ServerMetadata(issuer: Issuer("https://op.example"))
    metadata.tokenEndpoint = try Endpoint("https://op.example/token")
    var session = try StoredSession(
      account: AccountID(issuer: "https://op.example", clientID: "app", subject: "alice"),
      grant: TokenGrant(
        accessToken: Secret("at"), expiry: .at(now + 600), refreshToken: Secret("rt"),
        receivedAt: now),
      metadata: metadata)
    change(&session)
    return session
  }

  @Test("a token is, until 30 seconds or the leeway of its provider before it expires")
  func leeway() throws {
    #expect(TokenOutput.isFresh(try session(), now: now + 569))
    #expect(!TokenOutput.isFresh(try session(), now: now + 570))
    #expect(!TokenOutput.isFresh(try session { $0.leeway = 120 }, now: now + 480))
    #expect(TokenOutput.isFresh(try session { $0.expiry = .unknown }, now: now + 1e9))
  }

  // attack: C-42
  @Test(
    "a token whose refresh was interrupted a moment ago is not, since the refresh may still succeed"
  )
  func cutOff() throws {
    let session = try session { $0.refreshMarker = RefreshMarker(startedAt: now) }
    #expect(!TokenOutput.isFresh(session, now: now + 5))
    #expect(TokenOutput.isFresh(session, now: now + 61))
  }
}
