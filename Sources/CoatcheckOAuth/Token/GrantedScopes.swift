// SPDX-License-Identifier: Apache-2.0

/// What became of the scopes that were asked for.
///
/// [RFC 6749 §5.1](https://www.rfc-editor.org/rfc/rfc6749#section-5.1): `scope` is "OPTIONAL, if
/// identical to the scope requested by the client; otherwise, REQUIRED."
public struct GrantedScopes: Sendable, Hashable {
  /// What the token is good for.
  public let granted: [Scope]
  /// Granted without a request: worth a check, since the grant exceeds the request.
  public let added: [Scope]
  /// Asked for, and not granted.
  public let missing: [Scope]

  /// Compares what was asked with what a grant says.
  public init(asked: [Scope], answered: [Scope]?) {
    granted = answered ?? asked
    added = granted.filter { !asked.contains($0) }
    missing = asked.filter { !(answered ?? asked).contains($0) }
  }
}

extension TokenGrant {
  /// What became of the scopes that were asked for.
  public func scopes(asked: [Scope]) -> GrantedScopes {
    GrantedScopes(asked: asked, answered: scopes)
  }
}
