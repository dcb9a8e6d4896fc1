// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE

/// Faults of authorization responses in a JWT (JARM), for clients that request them by `response_mode`. The
/// client must send no token request after any of these.
extension Fault {
  /// The JWT has no `iss`.
  public static var jwtResponseWithoutIssuer: Fault { response("iss") { _ in nil } }
  /// The JWT has no `aud`.
  public static var jwtResponseWithoutAudience: Fault { response("aud") { _ in nil } }
  /// The JWT has no `exp`.
  public static var jwtResponseWithoutExpiry: Fault { response("exp") { _ in nil } }
  /// The JWT is from another issuer.
  public static var jwtResponseOfAnotherIssuer: Fault {
    response("iss") { .string($0.issuer + "/other") }
  }
  /// The JWT is for another client.
  public static var jwtResponseForAnotherClient: Fault { response("aud") { _ in "another-client" } }
  /// The JWT expired more than five minutes ago.
  public static var expiredJWTResponse: Fault { response("exp") { $0.date(after: -400) } }
  /// One bit of the JWT's signature is wrong.
  public static var corruptJWTResponse: Fault { Fault { $0.responseSignature = .corrupt } }
  /// The JWT is unsigned.
  public static var unsignedJWTResponse: Fault { Fault { $0.responseSignature = .none } }
  /// The query contains the code beside a valid JWT. The client must not use the unsigned code.
  public static var bareCodeBesideJWT: Fault { Fault { $0.hasBareCode = true } }

  private static func response(
    _ claim: String, name: String = #function,
    _ value: @escaping @Sendable (HostileSite) -> JSONValue?
  ) -> Fault {
    Fault(name) { $0.response = { claims, site in claims[claim] = value(site) } }
  }
}
