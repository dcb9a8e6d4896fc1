// SPDX-License-Identifier: Apache-2.0

import TestKit
@testable import CoatcheckIDaaS

@Suite("The response of the service's pages")
struct PageAnswerTests {
  private static let uri = "https://app.example/callback"
  private static let state = Secret("s-1")

  private func read(_ address: String, to uri: String = uri) throws(OAuthError) -> PageReply {
    try PageReply(address, to: uri, state: Self.state)
  }

  @Test("is a ticket, or the event of the app's own button")
  func good() throws {
    guard case .ticket(let ticket) = try read(Self.uri + "?ticket=t-1&state=s-1") else {
      Issue.record("The response has no ticket.")
      return
    }
    #expect(ticket.reveal() == "t-1")
    for (query, expected) in [("event=more", nil), ("event=more&ticket=t-2", "t-2")] {
      guard case .event(let event, let ticket) = try read(Self.uri + "?\(query)&state=s-1#x") else {
        Issue.record("The response has no event.")
        return
      }
      #expect(event == "more")
      #expect(ticket?.reveal() == expected)
    }
  }

  @Test(
    "reports a missing ticket by the document's numbers",
    arguments: [
      ("error=access_denied", "102", OAuthError.Code.accessDenied),
      ("error=access_denied&error_code=21330", "102", .accessDenied),
      ("error=access_denied&code=104", "104", .userCancelled),
      ("error=access_denied&code=105", "105", .userCancelled),
      ("error=server_error", "103", .init(rawValue: "weibo_failed")),
      ("error=server_error&error_code=21322", "103", .init(rawValue: "weibo_failed")),
      ("error=temporarily_unavailable", "103", .temporarilyUnavailable),
      (
        "error=server_error&error_code=IDAAS.SDK.COMMON.1009", "IDAAS.SDK.COMMON.1009",
        .serverError
      ),
    ])
  func errors(query: String, number: String, code: OAuthError.Code) {
    let error = #expect(throws: OAuthError.self) {
      try read(Self.uri + "?\(query)&state=s-1")
    }
    #expect(error?.providerCode == number)
    #expect(error?.code == code)
  }

  @Test("that has expired is reported as expired")
  func expired() {
    let error = #expect(throws: OAuthError.self) {
      try read(Self.uri + "?error=expired&state=s-1")
    }
    #expect(error?.code == .transactionExpired)
  }

  @Test(
    "is not accepted from another sign-in or another address, or twice",
    arguments: [
      "https://app.example/callback?ticket=t&state=s-2",
      "https://app.example/callback?ticket=t", "https://app.example/callback?state=s-1",
      "https://app.example/other?ticket=t&state=s-1",
      "https://evil.example/callback?ticket=t&state=s-1",
      "https://app.example/callback?ticket=t&state=s-1&state=s-1",
      "https://app.example/callback?ticket=t&ticket=u&state=s-1",
      "https://app.example/callback?ticket=%20&state=s-1",
      "https://app.example/callback#ticket=t&state=s-1", "",
    ])
  func foreign(_ address: String) {
    let error = #expect(throws: OAuthError.self) { try read(address) }
    #expect(error?.outcome == .unreadable)
  }
}
