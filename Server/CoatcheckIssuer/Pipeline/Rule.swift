// SPDX-License-Identifier: Apache-2.0

/// One rule of the authorization endpoint, and of pushed authorization requests: a check, or a step.
///
/// A rule throws an `OAuthError` to refuse the request, sets `attempt.need` when the user must do something
/// first, or stores its result in the attempt for later rules. Any other error means that the store or the
/// directory cannot be used.
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

/// One rule of the device authorization endpoint.
protocol DeviceAuthorizationRule: Sendable {
  func apply(to attempt: inout DeviceAttempt, by server: AuthorizationServer) async throws
}

/// One rule of the client registration endpoint, and of the client configuration endpoint.
protocol RegistrationRule: Sendable {
  func apply(to attempt: inout RegistrationAttempt, by server: AuthorizationServer) async throws
}

/// One rule of all endpoints at which clients authenticate.
protocol ClientRule: AuthorizeRule, TokenRule, RevokeRule, IntrospectRule, DeviceAuthorizationRule {
}

/// One rule of the userinfo endpoint.
protocol UserInfoRule: Sendable {
  func apply(to attempt: inout UserInfoAttempt, by server: AuthorizationServer) async throws
}
