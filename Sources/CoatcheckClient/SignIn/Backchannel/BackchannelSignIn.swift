// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth
import Logging

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One sign-in that waits for a person who is asked on a device of their own.
public struct BackchannelSignIn: Sendable {
  /// What the issuer has accepted.
  public let authentication: BackchannelAuthentication

  let flow: BackchannelFlow
  let scopes: [Scope]
  /// When the request was made, by the clock that never jumps.
  let startedAt: Duration
  /// The same by the issuer's clock.
  let beganAt: Date
  let prover: DPoPProver?

  /// Asks the issuer until the person has answered, and verifies the ID token.
  ///
  /// - Parameter name: What to call the session; without it, the person's subject.
  /// - Returns: The session, not stored yet.
  /// - Throws: `accessDenied` when the person said no; `timedOut` (and ``OAuthError/isUnanswered``) when
  ///   nobody answered in time; `cancelled`; `unreadable` for tokens that must not be believed. Another
  ///   sign-in can begin.
  public func finish(storedAs name: String? = nil) async throws(OAuthError) -> StoredSession {
    let tokenEndpoint = try flow.metadata.requiredTokenEndpoint
    let grant = try await GrantPolling(
      transport: flow.transport, clock: flow.clock, environment: flow.environment,
      logger: flow.logger, limit: min(authentication.lifetime, flow.deadline),
      interval: authentication.interval, startedAt: startedAt,
      unanswered: "Nobody answered the request in time."
    ).grant(
      by: BackchannelTokenExchange(
        authReqID: authentication.authReqID, client: flow.client, tokenEndpoint: tokenEndpoint),
      provedBy: prover)
    var session = try await flow.granted.session(
      of: grant, asked: GrantedSession.Asked(scopes: scopes, prover: prover), storedAs: name)
    try check(session.idToken)
    session.browserSession = .elsewhere
    flow.logger.debug("sign-in is complete", metadata: ["issuer": "\(flow.metadata.issuer)"])
    return session
  }

  /// The rules of this flow for an ID token whose signature and whose other claims are right.
  private func check(_ idToken: Secret?) throws(OAuthError) {
    guard let idToken, let token = try? UnverifiedJWT(idToken.reveal()),
      let claims = try? token.unverifiedClaimsForDisplay()
    else { return }
    // CIBA §10.3.1: the claim "MUST" be in an ID token that is pushed; wherever it is, it has to be this
    // request's.
    if let id = claims["urn:openid:params:jwt:claim:auth_req_id"] {
      guard let text = id.stringValue, Secret(text).matches(authentication.authReqID) else {
        throw .unreadable(
          .idTokenInvalid, "The ID token is the answer to another request.",
          parameter: "urn:openid:params:jwt:claim:auth_req_id")
      }
    }
    // The ID token is made when the person has answered, so an older one is of another sign-in.
    guard let issued = claims["iat"]?.doubleValue,
      issued >= beganAt.timeIntervalSince1970 - flow.leeway - 300
    else {
      throw .unreadable(
        .idTokenInvalid, "The ID token is older than the request.", parameter: "iat")
    }
  }
}
