// SPDX-License-Identifier: Apache-2.0

package import CoatcheckJOSE
package import CoatcheckOAuth

extension HTTPTransport {
  /// Performs an exchange with a DPoP proof of a key, such as the key that a session's tokens are bound
  /// to.
  ///
  /// - Throws: What the transport or the exchange throws.
  package func perform<E: Exchange>(
    _ exchange: E, provedBy key: SigningKey?, environment: RuntimeEnvironment, clock: ServerClock
  ) async throws(OAuthError) -> E.Reply {
    try await perform(
      exchange, provedBy: key.map { DPoPProver(key: $0, nonces: DPoPNonces()) },
      environment: environment, clock: clock)
  }

  /// Performs an exchange, with a DPoP proof where there is a key.
  ///
  /// A request that is refused for want of a nonce is sent once more, with the server's nonce in
  /// the proof.
  ///
  /// - Parameters:
  ///   - exchange: The exchange.
  ///   - prover: The key; nil sends the exchange as it is.
  ///   - environment: The clock and the random generator.
  ///   - clock: Learns the server's time from the response.
  /// - Throws: What the transport or the exchange throws.
  func perform<E: Exchange>(
    _ exchange: E, provedBy prover: DPoPProver?, environment: RuntimeEnvironment,
    clock: ServerClock?
  ) async throws(OAuthError) -> E.Reply {
    guard let prover else {
      return try await perform(exchange, environment: environment, clock: clock)
    }
    var isRepeated = false
    while true {
      var (head, body) = try exchange.request(in: environment)
      let nonce = try prover.prove(&head, environment: environment)
      let sent = environment.now()
      let reply = try await send(head, body: body, limit: .standard)
      let received = environment.now()
      clock?.learn(from: reply.head, sent: sent, received: received)
      let isNew = prover.learn(from: reply.head, to: head, sent: nonce)
      do throws(OAuthError) {
        return try exchange.reply(head: reply.head, body: reply.body, receivedAt: received)
      } catch  where error.code == .useDPoPNonce && isNew && !isRepeated {
        // RFC 9449 §8: "the authorization server responds to requests that do not include a nonce
        // with an HTTP 400 error response […] using use_dpop_nonce as the error code value."
        isRepeated = true
      }
    }
  }
}
