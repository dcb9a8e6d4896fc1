// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

/// An access token as a request presents it, not verified yet.
///
/// [RFC 6750 §2.1](https://www.rfc-editor.org/rfc/rfc6750#section-2.1),
/// [RFC 9449 §7.1](https://www.rfc-editor.org/rfc/rfc9449#section-7.1).
public struct PresentedAccessToken: Sendable {
  /// How it is presented.
  public let scheme: BearerChallenge.Scheme
  /// The token.
  public let token: Secret
  /// The values of the `DPoP` fields.
  public let proofs: [String]

  /// Reads the token of a request, as a protected resource does.
  ///
  /// - Throws: `refused`: ``OAuthError/Code/credentialsMissing`` (401) without a token,
  ///   ``OAuthError/Code/invalidRequest`` (400) when there are two fields, a malformed one, or a token in
  ///   the address.
  public init(_ head: HTTPRequest) throws(OAuthError) {
    let field = head.headerFields[.authorization] ?? ""
    let word = field.prefix { $0 != " " }.lowercased()
    scheme = word == "dpop" ? .dpop : .bearer
    token = try BearerToken.from(head, scheme: scheme)
    proofs = HTTPField.Name("DPoP").map { head.headerFields[values: $0] } ?? []
  }
}
