// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import Foundation

/// Faults of the claims of an ID token. Unless the fault says otherwise, the client must refuse the token.
extension Fault {
  /// The ID token has the `iss` of another issuer.
  public static var wrongIssuer: Fault { claim("iss") { .string($0.issuer + "/other") } }
  /// The ID token has no `iss`.
  public static var missingIssuer: Fault { claim("iss") { _ in nil } }
  /// The ID token has no `sub`.
  public static var missingSubject: Fault { claim("sub") { _ in nil } }
  /// The ID token's `aud` is another client.
  public static var wrongAudience: Fault { claim("aud") { _ in "another-client" } }
  /// The ID token has no `aud`.
  public static var missingAudience: Fault { claim("aud") { _ in nil } }
  /// `aud` names the client and another one, and there is no `azp`.
  public static var secondAudience: Fault {
    claim("aud") { .array([.string($0.client.id), "another-client"]) }
  }
  /// `aud` is an array with the client as its only element, which is allowed. The client must accept it.
  public static var audienceAsArray: Fault { claim("aud") { .array([.string($0.client.id)]) } }
  /// The ID token has no `iat`.
  public static var missingIssuedAt: Fault { claim("iat") { _ in nil } }
  /// `iat` is a week ago, and `exp` is in the future. The client may accept it.
  public static var issuedAWeekAgo: Fault { claim("iat") { $0.date(after: -7 * 86_400) } }
  /// The ID token has no `exp`.
  public static var missingExpiry: Fault { claim("exp") { _ in nil } }
  /// The ID token expired more than five minutes ago.
  public static var expired: Fault { claim("exp") { $0.date(after: -400) } }
  /// The ID token has another `nonce` than the request.
  public static var wrongNonce: Fault { claim("nonce") { _ in "another-nonce-0123456789" } }
  /// The ID token has no `nonce`.
  public static var missingNonce: Fault { claim("nonce") { _ in nil } }
  /// `at_hash` belongs to another access token.
  public static var wrongAtHash: Fault { claim("at_hash") { _ in .string(otherHash) } }
  /// The ID token has no `at_hash`. The client must refuse it beside an access token of the front channel; in
  /// the code flow the claim is optional.
  public static var missingAtHash: Fault { claim("at_hash") { _ in nil } }
  /// `c_hash` belongs to another code.
  public static var wrongCHash: Fault { claim("c_hash") { _ in .string(otherHash) } }
  /// The ID token has no `c_hash`, although the response contains a code.
  public static var missingCHash: Fault { claim("c_hash") { _ in nil } }
  /// `s_hash` belongs to another state.
  public static var wrongSHash: Fault { claim("s_hash") { _ in .string(otherHash) } }
  /// The ID token has no `s_hash`.
  public static var missingSHash: Fault { claim("s_hash") { _ in nil } }
  /// The ID token has another `acr` than the request demanded as essential.
  public static var otherAuthenticationContext: Fault { claim("acr") { _ in "urn:example:bronze" } }
  /// The user signed in a day ago, whatever `max_age` the request has.
  public static var oldAuthentication: Fault { claim("auth_time") { $0.date(after: -86_400) } }

  private static let otherHash = "AAAAAAAAAAAAAAAAAAAAAA"

  private static func claim(
    _ claim: String, name: String = #function,
    _ value: @escaping @Sendable (HostileSite) -> JSONValue?
  ) -> Fault {
    Fault(name) { $0.idToken = { claims, site in claims[claim] = value(site) } }
  }
}
