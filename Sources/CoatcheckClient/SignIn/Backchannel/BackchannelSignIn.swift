// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// Signs a user in whom the authorization server asks on a device of their own (CIBA).
public struct BackchannelSignIn: SignInFlow {
  private let request: BackchannelAuthenticationRequest
  private let signingKey: SigningKey?
  private let deadline: Duration

  /// A sign-in.
  ///
  /// - Parameters:
  ///   - request: What the user is asked.
  ///   - signingKey: What signs the request; nil sends it unsigned.
  ///   - deadline: How long the user may take, where the authorization server waits longer.
  public init(
    _ request: BackchannelAuthenticationRequest, signingKey: SigningKey? = nil,
    deadline: Duration = .seconds(1800)
  ) {
    self.request = request
    self.signingKey = signingKey
    self.deadline = deadline
  }

  /// True.
  public var asksUser: Bool { true }

  /// Has the user asked, and waits for the answer.
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
  /// By a request that the authorization server puts to the user on a device of their own (CIBA).
  ///
  /// - Parameter request: What the user is asked.
  public static func backchannel(_ request: BackchannelAuthenticationRequest) -> BackchannelSignIn {
    BackchannelSignIn(request)
  }
}
