// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE

/// Answers to authorization requests in a JWT (JARM), for clients that ask for them by `response_mode`. A
/// client must send no token request after any of these.
extension Fault {
  /// The JWT has no `iss`.
  public static var jwtResponseWithoutIssuer: Fault { response("iss") { _ in nil } }
  /// The JWT has no `aud`.
  public static var jwtResponseWithoutAudience: Fault { response("aud") { _ in nil } }
  /// The JWT has no `exp`.
  public static var jwtResponseWithoutExpiry: Fault { response("exp") { _ in nil } }
  /// The JWT is another issuer's.
  public static var jwtResponseOfAnotherIssuer: Fault {
    response("iss") { .string($0.issuer + "/other") }
  }
  /// The JWT is for another client.
  public static var jwtResponseForAnotherClient: Fault { response("aud") { _ in "another-client" } }
  /// The JWT has ended more than five minutes ago.
  public static var expiredJWTResponse: Fault { response("exp") { $0.date(after: -400) } }
  /// One bit of the JWT's signature is wrong.
  public static var corruptJWTResponse: Fault { Fault { $0.responseSignature = .corrupt } }
  /// The JWT is not signed at all.
  public static var unsignedJWTResponse: Fault { Fault { $0.responseSignature = .none } }
  /// The answer is in the query as it is, beside a JWT that is right. A client must not take what nobody
  /// signed.
  public static var bareCodeBesideJWT: Fault { Fault { $0.hasBareCode = true } }

  private static func response(
    _ claim: String, name: String = #function,
    _ value: @escaping @Sendable (HostileSite) -> JSONValue?
  ) -> Fault {
    Fault(name) { $0.response = { claims, site in claims[claim] = value(site) } }
  }
}
