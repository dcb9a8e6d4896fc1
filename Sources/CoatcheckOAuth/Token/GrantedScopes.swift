// SPDX-License-Identifier: Apache-2.0

/// The scopes that were requested, compared with those that were granted.
///
/// [RFC 6749 §5.1](https://www.rfc-editor.org/rfc/rfc6749#section-5.1): `scope` is "OPTIONAL, if identical
/// to the scope requested by the client; otherwise, REQUIRED."
public struct GrantedScopes: Sendable, Hashable {
  /// The scopes of the token.
  public let granted: [Scope]
  /// Those of the granted scopes that were not requested: check them, since the grant exceeds the request.
  public let added: [Scope]
  /// Those of the requested scopes that were not granted.
  public let missing: [Scope]

  /// Compares requested with granted scopes.
  ///
  /// - Parameters:
  ///   - asked: The requested scopes.
  ///   - answered: The scopes of the token reply; nil when it has none, which counts as granted in full.
  public init(asked: [Scope], answered: [Scope]?) {
    granted = answered ?? asked
    added = granted.filter { !asked.contains($0) }
    missing = asked.filter { !(answered ?? asked).contains($0) }
  }
}

extension TokenGrant {
  /// Compares the granted scopes with the requested ones.
  ///
  /// - Parameter asked: The requested scopes.
  public func scopes(asked: [Scope]) -> GrantedScopes {
    GrantedScopes(asked: asked, answered: scopes)
  }
}
