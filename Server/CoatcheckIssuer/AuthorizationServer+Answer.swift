// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// Writes authorization responses in the response mode of the request.
extension AuthorizationServer {
  /// The supported response modes. None puts a code into the fragment, where scripts of a page can read it.
  static let responseModes: [ResponseMode] = [.query, .formPost, .jwt, .queryJWT, .formPostJWT]

  /// The response to a request whose redirect URI is valid.
  func answer(
    _ response: AuthorizationResponse, to attempt: AuthorizeAttempt
  ) async -> AuthorizeOutcome {
    do {
      let client = try established(attempt.client, "client")
      // `ParseRequest` refuses an unsupported mode; that error response is sent in the query.
      let asked = attempt.parameters["response_mode"].flatMap(ResponseMode.init(rawValue:))
      let mode = asked.flatMap { Self.responseModes.contains($0) ? $0 : nil } ?? .query
      let signer = mode.isJWT ? try await signer(for: client) : nil
      let delivery = try response.delivery(
        to: established(attempt.redirectURI, "redirect URI"), mode: mode,
        state: attempt.parameters["state"], issuer: settings.issuer,
        signer: signer)
      if case .refusal(let error) = response, try await !isTrusted(client, with: attempt) {
        return .warning(error, client, delivery)
      }
      return switch delivery {
      case .redirect(let location): .redirect(location)
      case .form(let action, let parameters): .form(client, action: action, parameters)
      }
    } catch {
      return .page(known(error))
    }
  }

  /// "authorization_signed_response_alg: … The default, if omitted, is RS256."
  /// [JARM §3](https://openid.net/specs/oauth-v2-jarm.html#section-3)
  private func signer(
    for client: RegisteredClient
  ) async throws -> AuthorizationResponse.Signer {
    let algorithm = client.metadata.authorizationAlgorithm ?? .rs256
    guard let key = try await keys.ring().active[algorithm] else {
      throw ServerFailure(reason: "No key is active for the client's signed answers.")
    }
    return AuthorizationResponse.Signer(key: key, clientID: client.id, now: environment.now())
  }

  /// Whether an error response may be sent to the client without asking the user. A client that registered
  /// itself may belong to an attacker.
  ///
  /// "The authorization server SHOULD only automatically redirect the user agent if it trusts the
  /// redirection URI. If the URI is not trusted, the authorization server MAY inform the user and rely on
  /// the user to make the correct decision."
  /// [RFC 9700 §4.11.2](https://www.rfc-editor.org/rfc/rfc9700#section-4.11.2)
  private func isTrusted(
    _ client: RegisteredClient, with attempt: AuthorizeAttempt
  ) async throws -> Bool {
    guard client.registeredAt != nil else { return true }
    guard let login = attempt.ask.login else { return false }
    // The user decided on the consent page, which shows where the redirect leads.
    guard attempt.ask.decision == .unasked else { return true }
    return try await !store.consent(user: login.userID, client: client.id).isEmpty
  }
}
