// SPDX-License-Identifier: Apache-2.0

/// One thing that must hold at the authorization endpoint, or one thing that happens there.
///
/// A rule either throws an `OAuthError`, says what the user must do first (`attempt.need`), or
/// adds to the attempt what later rules build on. Any other error means that the store or the
/// directory could not be reached.
protocol AuthorizeRule: Sendable {
  func apply(to attempt: inout AuthorizeAttempt, by server: AuthorizationServer) async throws
}

/// One rule of the token endpoint.
protocol TokenRule: Sendable {
  func apply(to attempt: inout TokenAttempt, by server: AuthorizationServer) async throws
}

/// One rule of the revocation endpoint.
protocol RevokeRule: Sendable {
  func apply(to attempt: inout RevokeAttempt, by server: AuthorizationServer) async throws
}

/// One rule of the introspection endpoint.
protocol IntrospectRule: Sendable {
  func apply(to attempt: inout IntrospectAttempt, by server: AuthorizationServer) async throws
}

/// One rule of the endpoint where devices get their codes.
protocol DeviceAuthorizationRule: Sendable {
  func apply(to attempt: inout DeviceAttempt, by server: AuthorizationServer) async throws
}

/// One rule of the registration endpoint, and of the endpoint for each registration.
protocol RegistrationRule: Sendable {
  func apply(to attempt: inout RegistrationAttempt, by server: AuthorizationServer) async throws
}

/// A rule of every endpoint at which clients authenticate.
protocol ClientRule: AuthorizeRule, TokenRule, RevokeRule, IntrospectRule, DeviceAuthorizationRule {
}

/// One rule of the userinfo endpoint.
protocol UserInfoRule: Sendable {
  func apply(to attempt: inout UserInfoAttempt, by server: AuthorizationServer) async throws
}
