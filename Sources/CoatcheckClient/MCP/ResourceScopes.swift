// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// The scopes to request from an authorization server for the use of an API.
struct ResourceScopes {
  let challenge: BearerChallenge?
  let found: ResourceDiscovery.Found
  /// The scopes that were requested or granted before.
  let before: [Scope]
  /// Whether the client uses refresh tokens.
  let staysSignedIn: Bool

  /// MCP: "Use scope parameter from the initial WWW-Authenticate header in the 401 response, if
  /// provided"; if not, "use all scopes defined in scopes_supported from the Protected Resource
  /// Metadata document, omitting the scope parameter if scopes_supported is undefined."
  var asked: [Scope] {
    var scopes = challenge?.scope ?? []
    if scopes.isEmpty {
      scopes = (found.metadata?.scopesSupported ?? []).map(Scope.init(rawValue:))
    }
    // Scopes that the user approved before stay approved.
    scopes = before + scopes.filter { !before.contains($0) }
    // Without scopes the server chooses them; `offline_access` alone would exclude all others.
    let lasts = found.server.scopesSupported?.contains(Scope.offlineAccess.rawValue) == true
    if staysSignedIn, lasts, !scopes.isEmpty, !scopes.contains(.offlineAccess) {
      scopes.append(.offlineAccess)
    }
    return scopes
  }
}
