// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth
public import HTTPTypes
import Synchronization
public import CoatcheckFoundation

/// Signs requests with the client secret by HMAC, with or without a session.
///
/// ```swift
/// // As the user of a session, with the session's client:
/// AuthorizedTransport(session, authorizer: HMACSignatureAuthorizer(scheme))
/// // Without a user:
/// AuthorizedTransport(
///   authorizer: HMACSignatureAuthorizer(signer: signer), transport: Transports.system)
/// ```
public struct HMACSignatureAuthorizer: Authorizer {
  private let scheme: HMACSignatureScheme
  private let signer: HMACRequestSigner?
  private let principal: HMACSignaturePrincipal?
  private let last = SignerCache()

  /// Creates an authorizer that signs with the secret of the session's client, on behalf of the user
  /// that the token response named.
  ///
  /// - Parameter scheme: The names of the fields and parameters, and the form of the signed text.
  public init(_ scheme: HMACSignatureScheme) {
    self.scheme = scheme
    signer = nil
    principal = nil
  }

  /// Creates an authorizer that signs with a signer of the caller.
  ///
  /// - Parameters:
  ///   - signer: Holds the client id, the secret and the scheme.
  ///   - principal: The user on whose behalf requests are sent; nil for the user of the session, if
  ///     there is one.
  public init(signer: HMACRequestSigner, principal: HMACSignaturePrincipal? = nil) {
    scheme = signer.scheme
    self.signer = signer
    self.principal = principal
  }

  /// False: the signature replaces the token.
  public var usesAccessToken: Bool { false }

  /// Adds the signature to the request.
  ///
  /// - Throws: `misused` naming `client_secret` when neither the authorizer nor the session's client
  ///   has a secret: an app on the users' machines cannot sign; `misused` when the user's id cannot be
  ///   sent. The request is not sent then.
  public func authorize(
    _ request: inout HTTPRequest, as session: AuthorizedSession?, environment: RuntimeEnvironment
  ) async throws(OAuthError) {
    let signer: HMACRequestSigner
    if let own = self.signer {
      signer = own
    } else {
      signer = try last.signer(of: session, scheme)
    }
    var principal = principal
    if principal == nil, let session { principal = try self.principal(of: session) }
    try signer.sign(&request, for: principal, environment: environment)
  }

  /// The user whom the token reply named; nil when it named none.
  ///
  /// - Throws: `misused` when the name cannot be sent: the request is not signed for another user then.
  private func principal(
    of session: AuthorizedSession
  ) throws(OAuthError) -> HMACSignaturePrincipal? {
    guard let id = session.extra[scheme.principalField]?.stringValue,
      let namespace = session.extra[scheme.namespaceField]?.stringValue
    else { return nil }
    return try HMACSignaturePrincipal(id: id, namespace: namespace, scheme: scheme)
  }

  /// Accepts every response: a retry would have the same signature.
  public func verdict(
    on response: HTTPResponse, body: Data, to request: HTTPRequest
  ) async -> AuthorizationVerdict { .accepted }
}

/// The signer of the client that was seen last, so that the hash is primed once and not for each request.
private final class SignerCache: Sendable {
  private struct Known {
    let secret: Secret
    let signer: HMACRequestSigner
  }

  private let known = Mutex<Known?>(nil)

  func signer(
    of session: AuthorizedSession?, _ scheme: HMACSignatureScheme
  ) throws(OAuthError) -> HMACRequestSigner {
    guard let client = session?.client, let secret = client.authentication.secret else {
      throw .misused("client_secret", "There is no secret to sign the request with.")
    }
    return known.withLock { known in
      if let known, known.signer.clientID == client.id, known.secret.matches(secret) {
        return known.signer
      }
      let signer = HMACRequestSigner(clientID: client.id, secret: secret, scheme: scheme)
      known = Known(secret: secret, signer: signer)
      return signer
    }
  }
}
