// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
import Logging

/// The device authorization grant: the user signs in on another device, which has a browser.
///
/// ```swift
/// let flow = DeviceFlow(client.context)
/// let session = try await flow.signIn(scopes: [.openID]) { authorization in
///   show("Open \(authorization.verificationURI) and enter \(authorization.userCode)")
/// }
/// ```
///
/// [RFC 8628](https://www.rfc-editor.org/rfc/rfc8628).
public struct DeviceFlow: Sendable {
  let polled: PolledFlow
  /// Creates a flow for one client.
  ///
  /// - Parameters:
  ///   - context: The client and its provider.
  ///   - deadline: How long the user may take, if the codes last longer; 30 minutes unless given.
  public init(_ context: ClientContext, deadline: Duration = .seconds(1800)) {
    polled = PolledFlow(context: context, deadline: deadline)
  }

  /// A flow of one sign-in, whose tokens are bound to its key.
  init(_ signIn: SignInContext, deadline: Duration) {
    polled = PolledFlow(context: signIn.context, deadline: deadline, prover: signIn.prover)
  }

  /// Sends the device authorization request:
  /// [RFC 8628 §3.1](https://www.rfc-editor.org/rfc/rfc8628#section-3.1).
  ///
  /// - Parameters:
  ///   - scopes: The scopes to request; `openid` identifies the user.
  ///   - extra: Parameters that a provider requires besides those of the protocol.
  /// - Returns: The sign-in that waits for the user, with the user code to show.
  /// - Throws: `unreadable` naming `device_authorization_endpoint` when the authorization server has
  ///   none, or when its response is invalid; `refused` when it refuses; else what the transport
  ///   throws.
  public func begin(
    scopes: [Scope], extra: Parameters = [:]
  ) async throws(OAuthError) -> PendingDeviceSignIn {
    let (context, runtime) = (polled.context, polled.context.runtime)
    let metadata = context.metadata
    guard let endpoint = metadata.deviceAuthorizationEndpoint else {
      throw .unreadable(
        .metadataMalformed, "The authorization server has no device authorization endpoint.",
        parameter: "device_authorization_endpoint")
    }
    _ = try metadata.requiredTokenEndpoint
    let prover = try context.proofKey(polled.prover)
    let startedAt = runtime.environment.uptime()
    let authorization = try await context.perform(
      DeviceAuthorizationExchange(
        scopes: scopes, client: context.client, endpoint: endpoint, extra: extra))
    if authorization.completeWasElsewhere {
      runtime.logger.warning(
        "verification_uri_complete is at another host and is ignored",
        metadata: ["issuer": "\(metadata.issuer)"])
    }
    return PendingDeviceSignIn(
      authorization: authorization, flow: polled, scopes: scopes, startedAt: startedAt,
      prover: prover)
  }

  /// Sends the device authorization request, shows the user code and waits until the user has decided.
  ///
  /// - Parameters:
  ///   - scopes: The scopes to request; `openid` identifies the user.
  ///   - extra: Parameters that a provider requires besides those of the protocol.
  ///   - name: The name of the session; without it, the subject.
  ///   - prompt: Shows the user code and the verification URI to the user, and returns. An error of it
  ///     ends the sign-in.
  /// - Returns: The session, verified and not stored yet.
  /// - Throws: As ``begin(scopes:extra:)``, the prompt and ``PendingDeviceSignIn/finish(storedAs:)``.
  public func signIn(
    scopes: [Scope], extra: Parameters = [:], storedAs name: String? = nil,
    prompt: @Sendable (DeviceAuthorization) async throws(OAuthError) -> Void
  ) async throws(OAuthError) -> StoredSession {
    let signIn = try await begin(scopes: scopes, extra: extra)
    try await prompt(signIn.authorization)
    return try await signIn.finish(storedAs: name)
  }
}
