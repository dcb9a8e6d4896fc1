// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// Writes the response as the client requests it: as JSON, or as a signed JWT.
///
/// [RFC 9701 §5](https://www.rfc-editor.org/rfc/rfc9701#section-5)
struct SignIntrospection: IntrospectRule {
  func apply(to attempt: inout IntrospectAttempt, by server: AuthorizationServer) async throws {
    let client = try established(attempt.client, "client")
    let introspection = try established(attempt.introspection, "introspection")
    guard attempt.request.form == .signed else {
      attempt.reply = .plain(introspection)
      return
    }
    guard let key = try await server.keys.ring().active[.es256] else {
      throw ServerFailure(reason: "No ES256 key is active.")
    }
    // "The JWT MUST include … iss, aud, iat, token_introspection", and must not look like an access token:
    // no "sub" and no "exp" beside it.
    let claims: JSONObject = [
      "iss": .string(server.settings.issuer.text),
      "aud": .string(client.id),
      "iat": .seconds(server.environment.now()),
      "token_introspection": .object(introspection.json),
    ]
    attempt.reply = .signed(Secret(try key.sign(claims, type: "token-introspection+jwt")))
  }
}
