// SPDX-License-Identifier: Apache-2.0

/// The requests to which ``Dialect/extra`` adds parameters.
public enum GrantStep: String, Sendable, Hashable, CaseIterable {
  /// The authorization request.
  case authorization
  /// The token request with an authorization code.
  case code
  /// The token request with a refresh token.
  case refresh
  /// The token request of the client credentials grant.
  case clientCredentials = "client_credentials"
  /// The token request with a username and password.
  case password
  /// The token request of any other grant, such as an assertion.
  case other
}
