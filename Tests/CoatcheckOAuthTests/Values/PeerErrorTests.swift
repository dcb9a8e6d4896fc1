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

  @Test("keeps its code, its description, its URI and the status", arguments: codes)
  func whole(code: OAuthError.Code) throws {
    let exchange = try refreshExchange()
    let body = """
      {"error": "\(code.rawValue)", "error_description": "Not\\u0007this time", \
      "error_uri": "https://op.example/help"}
      """
    let error = failure { try exchange.reply(response(400, body)) }
    expectError(error, is: .refused(code, ""), status: 400)
    #expect(error?.peerDescription == "Not this time")
    #expect(error?.errorURI == "https://op.example/help")
    #expect(error.map { "\($0)".contains(code.rawValue) } == true)
  }
}
