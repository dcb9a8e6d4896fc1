// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import HTTPTypes

/// What a resource server requires of a sign-in before it grants a request.
///
/// [RFC 9470 §3](https://www.rfc-editor.org/rfc/rfc9470#section-3),
/// [RFC 6750 §3.1](https://www.rfc-editor.org/rfc/rfc6750#section-3.1).
public struct StepUpRequirement: Sendable, Hashable {
  /// The authentication context classes (`acr_values`) of which one is required, preferred ones first;
  /// empty when none is named.
  public let acrValues: [String]
  /// The maximum age of the user's authentication, in seconds; nil if the resource server has not
  /// required one.
  public let maxAge: Int?
  /// The scopes to request: those requested or granted before, and the missing ones.
  public let scopes: [Scope]
  /// The scopes that are needed and were neither requested nor granted before.
  public let addedScopes: [Scope]

  /// Reads the requirement from the `WWW-Authenticate` fields of a response; nil when no other sign-in
  /// would help.
  ///
  /// - Parameters:
  ///   - response: The response of the resource server.
  ///   - stored: The session whose token the request had.
  public init?(_ response: HTTPResponse, for stored: StoredSession) {
    let fields = response.headerFields[values: .wwwAuthenticate]
    let challenges = BearerChallenge.Scheme.allCases.compactMap {
      BearerChallenge(fields: fields, scheme: $0)
    }
    let asked =
      stored.requestedScopes + stored.scopes.filter { !stored.requestedScopes.contains($0) }
    for challenge in challenges {
      let added = challenge.scope.filter { !asked.contains($0) && $0.isValid }
      switch (challenge.error, response.status.code) {
      case (.insufficientUserAuthentication, 401)
      where !challenge.acrValues.isEmpty || challenge.maxAge != nil:
        acrValues = challenge.acrValues
        maxAge = challenge.maxAge
      case (.insufficientScope, 403) where !added.isEmpty,
        (.insufficientScope, 401) where !added.isEmpty:
        acrValues = []
        maxAge = nil
      default: continue
      }
      addedScopes = added
      scopes = asked + added
      return
    }
    return nil
  }

  /// The options of the authorization request that meets the requirement: `acr_values` and `max_age`. It
  /// also has to request ``scopes``.
  public var options: AuthorizationOptions {
    var options = AuthorizationOptions()
    options.acrValues = acrValues
    options.maxAge = maxAge
    return options
  }
}
