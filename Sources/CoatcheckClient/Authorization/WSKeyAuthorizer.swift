// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth
public import HTTPTypes
import Synchronization
public import CoatcheckFoundation

/// Signs requests with OCLC's WSKey: any request, with or without a session.
///
/// ```swift
/// // As a person who is signed in, by the session's client:
/// AuthorizedTransport(session, authorizer: WSKeyAuthorizer())
/// // With nobody signed in:
/// AuthorizedTransport(
///   authorizer: WSKeyAuthorizer(signer: WSKeySigner(clientID: key, secret: secret)),
///   transport: Transports.system)
/// ```
public struct WSKeyAuthorizer: Authorizer {
  private let signer: WSKeySigner?
  private let principal: WSKeyPrincipal?
  private let last = SignerCache()

  /// An authorizer that signs with the WSKey of the session's client, on behalf of the person whom the token
  /// reply named (`principalID`, `principalIDNS`).
  public init() {
    signer = nil
    principal = nil
  }

  /// An authorizer with a WSKey of its own.
  ///
  /// - Parameters:
  ///   - signer: What signs.
  ///   - principal: On whose behalf; without it the person of the session, if there is one.
  public init(signer: WSKeySigner, principal: WSKeyPrincipal? = nil) {
    self.signer = signer
    self.principal = principal
  }

  /// False: the signature stands for itself.
  public var usesAccessToken: Bool { false }

  /// Signs the request.
  ///
  /// - Throws: `misused` naming `client_secret`, when neither the authorizer nor the session's client has
  ///   one: an app on people's own machines has no secret to sign with.
  public func authorize(
    _ request: inout HTTPRequest, as session: AuthorizedSession?, environment: RuntimeEnvironment
  ) async throws(OAuthError) {
    let signer: WSKeySigner
    if let own = self.signer { signer = own } else { signer = try last.signer(of: session) }
    var principal = principal
    if principal == nil, let session { principal = try Self.principal(of: session) }
    try signer.sign(&request, for: principal, environment: environment)
  }

  /// The person whom the token reply named; nil when it named nobody.
  ///
  /// - Throws: `misused` when the name can't be sent: the request isn't signed for somebody else then.
  private static func principal(
    of session: AuthorizedSession
  ) throws(OAuthError) -> WSKeyPrincipal? {
    guard let id = session.extra["principalID"]?.stringValue,
      let namespace = session.extra["principalIDNS"]?.stringValue
    else { return nil }
    return try WSKeyPrincipal(id: id, namespace: namespace)
  }

  /// Whatever it says, the same signature would be made again.
  public func verdict(
    on response: HTTPResponse, body: Data, to request: HTTPRequest
  ) async -> AuthorizationVerdict { .accepted }
}

/// The signer of the client that was seen last, so that the hash is primed once and not for each request.
private final class SignerCache: Sendable {
  private struct Known {
    let secret: Secret
    let signer: WSKeySigner
  }

  private let known = Mutex<Known?>(nil)

  func signer(of session: AuthorizedSession?) throws(OAuthError) -> WSKeySigner {
    guard let client = session?.client, let secret = client.authentication.secret else {
      throw .misused("client_secret", "There is no secret to sign the request with.")
    }
    return known.withLock { known in
      if let known, known.signer.clientID == client.id, known.secret.matches(secret) {
        return known.signer
      }
      let signer = WSKeySigner(clientID: client.id, secret: secret)
      known = Known(secret: secret, signer: signer)
      return signer
    }
  }
}
