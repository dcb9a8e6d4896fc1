// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Authorization responses in every response mode, from server to client")
struct ResponseDeliveryTests {
  private let mint: TokenMint

  init() throws { mint = try TokenMint() }

  /// The code or the error that a client reads from a response.
  private func read(
    _ response: AuthorizationResponse, _ mode: ResponseMode
  ) throws -> Result<AuthorizationReply, OAuthError> {
    let begun = try transaction(mode: mode)
    let delivery = try response.delivery(
      to: "https://app.example/cb", mode: mode, state: begun.state.reveal(),
      issuer: begun.issuer,
      signer: AuthorizationResponse.Signer(key: mint.key, clientID: "app", now: start))
    do throws(OAuthError) {
      switch delivery {
      case .redirect(let location):
        #expect(location.contains("#") == (mode == .fragment || mode == .fragmentJWT))
        guard mode.isJWT else { return .success(try begun.reply(from: location, at: start)) }
        return try answer(begun.response(in: location, at: start), begun)
      case .form(let action, let parameters):
        #expect(action == "https://app.example/cb")
        let body = Data(parameters.encoded.utf8)
        guard mode.isJWT else { return .success(try begun.reply(fromForm: body, at: start)) }
        #expect(parameters.names == ["response"])
        return try answer(begun.response(inForm: body, at: start), begun)
      }
    } catch {
      return .failure(error)
    }
  }

  private func answer(
    _ response: Secret, _ begun: AuthorizationTransaction
  ) throws(OAuthError) -> Result<AuthorizationReply, OAuthError> {
    guard let token = try? mint.key.verified(response.reveal()) else {
      return .failure(.unreadable(.callbackMalformed, "The signature is wrong."))
    }
    return .success(try begun.reply(from: token, at: start))
  }

  @Test("the client reads the code", arguments: ResponseMode.allCases)
  func codes(mode: ResponseMode) throws {
    let reply = try read(.code(Secret("a code & more")), mode)
    #expect(try reply.get().code.reveal() == "a code & more")
  }

  @Test("the client reads an error response with its description", arguments: ResponseMode.allCases)
  func refusals(mode: ResponseMode) throws {
    let reply = try read(.refusal(.refused(.accessDenied, "The user denied the request.")), mode)
    guard case .failure(let error) = reply else { throw OtherCase() }
    #expect(error == .refused(.accessDenied, ""))
    #expect(error.peerDescription == "The user denied the request.")
  }

  @Test("a signed response needs a signer")
  func unsigned() throws {
    let answer = AuthorizationResponse.code(Secret("c"))
    expectError(naming: "signer") {
      try answer.delivery(
        to: callbackURI, mode: .jwt, state: "s", issuer: Issuer("https://op.example"))
    }
  }

  @Test("a server accepts the response modes that it supports and refuses the others")
  func accepted() throws {
    for mode in ResponseMode.allCases {
      let asked = AuthorizationRequestTests.good.changing(["response_mode": mode.rawValue])
      #expect(
        try AuthorizationRequest(parsing: asked, accepting: [mode]).responseMode == mode)
      expectError(naming: "response_mode") {
        try AuthorizationRequest(parsing: asked, accepting: [])
      }
    }
  }
}
