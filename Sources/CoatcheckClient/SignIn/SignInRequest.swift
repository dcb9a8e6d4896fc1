// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// What a sign-in asks the provider for.
public struct SignInRequest: Sendable {
  /// The scopes to request; `openid` identifies the user.
  public var scopes: [Scope]
  /// What else to say to the provider.
  public var options: AuthorizationOptions

  /// A request.
  public init(
    scopes: [Scope] = [], options: AuthorizationOptions = AuthorizationOptions()
  ) {
    self.scopes = scopes
    self.options = options
  }
}
