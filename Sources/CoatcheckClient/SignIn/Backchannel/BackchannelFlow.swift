// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// Signs a user in whom the authorization server asks on an authentication device, without a browser
/// and without a code (CIBA).
///
/// ```swift
/// let flow = BackchannelFlow(client.context)
/// let session = try await flow.signIn(
///   BackchannelAuthenticationRequest(.login("alice@example.org"), bindingMessage: "W4SCT"))
/// ```
///
/// The client requests the tokens itself (the modes `poll` and `ping`); in the mode `ping` the
/// notification, once `BackchannelNotification` has read it, says that
/// ``PendingBackchannelSignIn/finish(storedAs:)`` will find the answer. The mode `push` is not
/// supported. [OpenID Connect CIBA Core
/// 1.0](https://openid.net/specs/openid-client-initiated-backchannel-authentication-core-1_0.html).
public struct BackchannelFlow: Sendable {
  let polled: PolledFlow
  /// The key that signs the authentication requests; nil sends them unsigned.
  public var signingKey: SigningKey?

  /// Creates a flow for one client.
  ///
  /// - Parameters:
  ///   - context: The client, which has to have credentials, and its provider.
  ///   - deadline: How long the user may take, if the authorization server waits longer; 30 minutes
  ///     unless given.
  public init(_ context: ClientContext, deadline: Duration = .seconds(1800)) {
    polled = PolledFlow(context: context, deadline: deadline)
  }

  /// A flow of one sign-in, whose tokens are bound to its key.
  init(_ signIn: SignInContext, deadline: Duration) {
    polled = PolledFlow(context: signIn.context, deadline: deadline, prover: signIn.prover)
  }

  /// Sends the authentication request, after which the authorization server asks the user.
  ///
  /// - Parameters:
  ///   - question: The authentication request: the user, the scopes and the binding message.
  ///   - extra: Parameters that a provider requires besides those of the protocol.
  /// - Returns: The sign-in that waits for the user.
  /// - Throws: `unreadable` naming `backchannel_authentication_endpoint` when the authorization server
  ///   has none, or when the response is invalid; `refused` when it does not know the user or refuses
  ///   to ask; `misused` naming `client` for a client without credentials; what the transport throws.
  public func begin(
    _ question: BackchannelAuthenticationRequest, extra: Parameters = [:]
  ) async throws(OAuthError) -> PendingBackchannelSignIn {
    let (context, runtime) = (polled.context, polled.context.runtime)
    let metadata = context.metadata
    guard let endpoint = metadata.backchannelAuthenticationEndpoint else {
      throw .unreadable(
        .metadataMalformed, "The authorization server has no backchannel authentication endpoint.",
        parameter: "backchannel_authentication_endpoint")
    }
    _ = try metadata.requiredTokenEndpoint
    // "The Client MUST authenticate to the Backchannel Authentication Endpoint".
    if case .none = context.client.authentication {
      throw .misused(
        "client", "A client without credentials cannot send a backchannel authentication request.")
    }
    let prover = try context.proofKey(polled.prover)
    let (startedAt, wall) = (runtime.environment.uptime(), runtime.serverTime)
    let authentication = try await context.perform(
      BackchannelAuthenticationExchange(
        question, client: context.client, endpoint: endpoint,
        signature: signingKey.map { .init(key: $0, issuer: metadata.issuer) }, extra: extra))
    return PendingBackchannelSignIn(
      authentication: authentication, flow: polled, scopes: question.scopes, startedAt: startedAt,
      beganAt: wall, prover: prover)
  }

  /// Sends the authentication request and waits until the user has decided.
  ///
  /// - Parameters:
  ///   - question: The authentication request: the user, the scopes and the binding message.
  ///   - extra: Parameters that a provider requires besides those of the protocol.
  ///   - name: The name of the session; without it, the subject.
  /// - Returns: The session, verified and not stored yet.
  /// - Throws: As ``begin(_:extra:)`` and ``PendingBackchannelSignIn/finish(storedAs:)``.
  public func signIn(
    _ question: BackchannelAuthenticationRequest, extra: Parameters = [:],
    storedAs name: String? = nil
  ) async throws(OAuthError) -> StoredSession {
    try await begin(question, extra: extra).finish(storedAs: name)
  }
}
