// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// Signs a user in whom the authorization server asks on an authentication device (CIBA).
public struct BackchannelSignIn: SignInFlow {
  private let request: BackchannelAuthenticationRequest
  private let signingKey: SigningKey?
  private let deadline: Duration

  /// Creates the flow for one authentication request.
  ///
  /// - Parameters:
  ///   - request: The authentication request: the user, the scopes and the binding message.
  ///   - signingKey: The key that signs the request; nil sends it unsigned.
  ///   - deadline: How long the user may take, if the authorization server waits longer; 30 minutes
  ///     unless given.
  public init(
    _ request: BackchannelAuthenticationRequest, signingKey: SigningKey? = nil,
    deadline: Duration = .seconds(1800)
  ) {
    self.request = request
    self.signingKey = signingKey
    self.deadline = deadline
  }

  /// True: the user approves on the authentication device.
  public var asksUser: Bool { true }

  /// Sends the authentication request and waits until the user has decided.
  ///
  /// - Throws: As ``BackchannelFlow/signIn(_:extra:storedAs:)``.
  public func session(
    in context: SignInContext, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    var flow = BackchannelFlow(context, deadline: deadline)
    flow.signingKey = signingKey
    return try await flow.signIn(request, extra: context.request.options.extra, storedAs: name)
  }
}

extension SignInFlow where Self == BackchannelSignIn {
  /// By an authentication request that the authorization server shows to the user on an authentication
  /// device (CIBA).
  ///
  /// - Parameter request: The authentication request: the user, the scopes and the binding message.
  public static func backchannel(_ request: BackchannelAuthenticationRequest) -> BackchannelSignIn {
    BackchannelSignIn(request)
  }
}
