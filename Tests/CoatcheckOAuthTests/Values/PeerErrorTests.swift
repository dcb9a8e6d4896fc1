// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("An error of the token endpoint")
struct PeerErrorTests {
  static let codes: [OAuthError.Code] = [
    // RFC 6749 §4.1.2.1 and §5.2
    .invalidRequest, .invalidClient, .invalidGrant, .unauthorizedClient, .unsupportedGrantType,
    .unsupportedResponseType, .invalidScope, .accessDenied,
    // RFC 6750 §3.1
    .invalidToken, .insufficientScope,
    // Draft 10, and an unknown one
    .redirectURIMismatch, OAuthError.Code(rawValue: "own_error"),
  ]

  @Test("keeps its code, its words, its address and the status", arguments: codes)
  func whole(code: OAuthError.Code) throws {
    let exchange = RefreshExchange(
      refreshToken: Secret("r"), client: publicClient, tokenEndpoint: try tokenEndpoint())
    let body = """
      {"error": "\(code.rawValue)", "error_description": "Not\\u0007this time", \
      "error_uri": "https://op.example/help"}
      """
    let head = HTTPResponse(status: 400, headerFields: [.contentType: "application/json"])
    let error = failure { () throws(OAuthError) in
      try exchange.reply(head: head, body: Data(body.utf8), receivedAt: start)
    }
    #expect(error?.outcome == .refused && error?.code == code)
    #expect(error?.peerDescription == "Not this time")
    #expect(error?.errorURI == "https://op.example/help")
    #expect(error?.status == 400)
    #expect(error.map { "\($0)".contains(code.rawValue) } == true)
  }
}
