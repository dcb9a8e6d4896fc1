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
  /// A flow of one client.
  ///
  /// - Parameters:
  ///   - context: The client.
  ///   - deadline: How long the user may take, where the authorization server waits longer.
  public init(_ context: ClientContext, deadline: Duration = .seconds(1800)) {
    polled = PolledFlow(context: context, deadline: deadline)
  }

  /// A flow of one sign-in, whose tokens are bound to its key.
  init(_ signIn: SignInContext, deadline: Duration) {
    polled = PolledFlow(context: signIn.context, deadline: deadline, prover: signIn.prover)
  }

  /// Asks the issuer for a code to show.
  ///
  /// - Parameters:
  ///   - scopes: The scopes to request; `openid` identifies the user.
  ///   - extra: Parameters that a provider requires besides those of the protocol.
  /// - Throws: `unreadable` when the issuer has no such endpoint, or sent something that cannot be
  ///   shown; else what the transport threw.
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

  /// Signs a user in.
  ///
  /// - Parameters:
  ///   - scopes: The scopes to request.
  ///   - extra: Parameters that a provider requires besides those of the protocol.
  ///   - name: The name of the session; without it, the subject.
  ///   - prompt: Shows the code and the address to the user, and returns.
  /// - Returns: The session, verified and not stored yet.
  /// - Throws: As ``begin(scopes:extra:)``, the prompt and
  ///   ``PendingDeviceSignIn/finish(storedAs:)``.
  public func signIn(
    scopes: [Scope], extra: Parameters = [:], storedAs name: String? = nil,
    prompt: @Sendable (DeviceAuthorization) async throws(OAuthError) -> Void
  ) async throws(OAuthError) -> StoredSession {
    let signIn = try await begin(scopes: scopes, extra: extra)
    try await prompt(signIn.authorization)
    return try await signIn.finish(storedAs: name)
  }
}
