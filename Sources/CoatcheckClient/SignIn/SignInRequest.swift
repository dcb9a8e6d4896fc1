// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// The parameters of a sign-in that the caller chooses.
public struct SignInRequest: Sendable {
  /// The scopes to request; `openid` identifies the user.
  public var scopes: [Scope]
  /// Further parameters of the authorization request.
  public var options: AuthorizationOptions

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - scopes: The scopes to request; `openid` identifies the user. Empty leaves them to the
  ///     authorization server.
  ///   - options: Further parameters of the authorization request.
  public init(
    scopes: [Scope] = [], options: AuthorizationOptions = AuthorizationOptions()
  ) {
    self.scopes = scopes
    self.options = options
  }
}
