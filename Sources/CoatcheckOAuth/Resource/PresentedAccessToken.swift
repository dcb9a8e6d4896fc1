// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

/// An access token as a request presents it, not verified yet.
///
/// [RFC 6750 §2.1](https://www.rfc-editor.org/rfc/rfc6750#section-2.1),
/// [RFC 9449 §7.1](https://www.rfc-editor.org/rfc/rfc9449#section-7.1).
public struct PresentedAccessToken: Sendable {
  /// The scheme of the `Authorization` field.
  public let scheme: BearerChallenge.Scheme
  /// The access token, not verified yet.
  public let token: Secret
  /// The values of the `DPoP` fields; empty without one.
  public let proofs: [String]

  /// Reads the access token of a request, as a resource server does.
  ///
  /// - Throws: `refused`: ``OAuthError/Code/credentialsMissing`` (401) without a token,
  ///   ``OAuthError/Code/invalidRequest`` (400) when there are two `Authorization` fields, a malformed one,
  ///   or an access token in the query.
  public init(_ head: HTTPRequest) throws(OAuthError) {
    let field = head.headerFields[.authorization] ?? ""
    let word = field.prefix { $0 != " " }.lowercased()
    scheme = word == "dpop" ? .dpop : .bearer
    token = try BearerToken.from(head, scheme: scheme)
    proofs = HTTPField.Name("DPoP").map { head.headerFields[values: $0] } ?? []
  }
}
