// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import Foundation

/// What an ID token says. A client must sign nobody in by any of these, unless it says otherwise.
extension Fault {
  /// `iss` of the ID token is another issuer's.
  public static var wrongIssuer: Fault { claim("iss") { .string($0.issuer + "/other") } }
  /// The ID token has no `iss`.
  public static var missingIssuer: Fault { claim("iss") { _ in nil } }
  /// The ID token has no `sub`.
  public static var missingSubject: Fault { claim("sub") { _ in nil } }
  /// `aud` of the ID token is another client.
  public static var wrongAudience: Fault { claim("aud") { _ in "another-client" } }
  /// The ID token has no `aud`.
  public static var missingAudience: Fault { claim("aud") { _ in nil } }
  /// `aud` names another client beside the right one, and there is no `azp`.
  public static var secondAudience: Fault {
    claim("aud") { .array([.string($0.client.id), "another-client"]) }
  }
  /// `aud` is an array that holds nothing but the client. It is right, and a client must accept it.
  public static var audienceAsArray: Fault { claim("aud") { .array([.string($0.client.id)]) } }
  /// The ID token has no `iat`.
  public static var missingIssuedAt: Fault { claim("iat") { _ in nil } }
  /// `iat` is a week ago, while `exp` lies ahead. A client may accept it.
  public static var issuedAWeekAgo: Fault { claim("iat") { $0.date(after: -7 * 86_400) } }
  /// The ID token has no `exp`.
  public static var missingExpiry: Fault { claim("exp") { _ in nil } }
  /// The ID token has ended more than five minutes ago.
  public static var expired: Fault { claim("exp") { $0.date(after: -400) } }
  /// `nonce` is another than was sent.
  public static var wrongNonce: Fault { claim("nonce") { _ in "another-nonce-0123456789" } }
  /// The ID token has no `nonce`.
  public static var missingNonce: Fault { claim("nonce") { _ in nil } }
  /// `at_hash` belongs to another access token.
  public static var wrongAtHash: Fault { claim("at_hash") { _ in .string(otherHash) } }
  /// The ID token has no `at_hash`. Beside a token of the front channel it must be refused, in the code
  /// flow it may be missing.
  public static var missingAtHash: Fault { claim("at_hash") { _ in nil } }
  /// `c_hash` belongs to another code.
  public static var wrongCHash: Fault { claim("c_hash") { _ in .string(otherHash) } }
  /// The ID token has no `c_hash`, though a code comes beside it.
  public static var missingCHash: Fault { claim("c_hash") { _ in nil } }
  /// `s_hash` belongs to another state.
  public static var wrongSHash: Fault { claim("s_hash") { _ in .string(otherHash) } }
  /// The ID token has no `s_hash`.
  public static var missingSHash: Fault { claim("s_hash") { _ in nil } }
  /// The ID token says that the person was authenticated in another way than was asked for as essential.
  public static var otherAuthenticationContext: Fault { claim("acr") { _ in "urn:example:bronze" } }
  /// The person has signed in a day ago, whatever age was asked for.
  public static var oldAuthentication: Fault { claim("auth_time") { $0.date(after: -86_400) } }

  private static let otherHash = "AAAAAAAAAAAAAAAAAAAAAA"

  private static func claim(
    _ claim: String, name: String = #function,
    _ value: @escaping @Sendable (HostileSite) -> JSONValue?
  ) -> Fault {
    Fault(name) { $0.idToken = { claims, site in claims[claim] = value(site) } }
  }
}
