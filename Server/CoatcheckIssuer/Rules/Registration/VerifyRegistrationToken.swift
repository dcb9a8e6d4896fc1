// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// A request that reads or changes a registration presents the token that was issued with it.
///
/// [RFC 7592 §2](https://www.rfc-editor.org/rfc/rfc7592#section-2)
struct VerifyRegistrationToken: RegistrationRule {
  func apply(to attempt: inout RegistrationAttempt, by server: AuthorizationServer) async throws {
    // "If the client does not exist on this server, the server MUST respond with HTTP 401 Unauthorized,
    // and the registration access token used to make this request SHOULD be immediately revoked."
    guard let id = attempt.clientID, let presented = attempt.token,
      OpaqueToken(presented, as: .registration) != nil
    else { throw Self.refusal }
    let found = try await server.store.client(id)
    guard let client = found, client.standing == .active,
      let digest = client.registrationTokenDigest,
      ConstantTime.equal(digest.bytes, TokenDigest(of: presented).bytes)
    else { throw Self.refusal }
    attempt.earlier = client
    attempt.client = client
  }

  private static var refusal: OAuthError {
    .refused(.invalidToken, "The registration access token is not valid.")
  }
}
