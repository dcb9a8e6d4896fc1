// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import HTTPTypes
public import CoatcheckFoundation

/// Adds the authorization of a resource server to requests, and detects in its responses that the
/// authorization was rejected.
///
/// ``BearerAuthorizer`` is what most services want. Another one signs the request, or adds a proof
/// for its method and address: it is called for every request, also for one that is sent again or
/// redirected within its origin.
///
/// ```swift
/// struct Ticket: Authorizer {
///   func authorize(
///     _ request: inout HTTPRequest, as session: AuthorizedSession?, environment:
///     RuntimeEnvironment
///   ) async throws(OAuthError) {
///     request.headerFields[HTTPField.Name("X-Ticket")!] = session?.accessToken.reveal()
///   }
///   func verdict(
///     on response: HTTPResponse, body: Data, to request: HTTPRequest
///   ) async -> AuthorizationVerdict {
///     response.status == .unauthorized ? .tokenRejected : .accepted
///   }
/// }
/// ```
public protocol Authorizer: Sendable {
  /// Whether the authorizer needs a valid access token. If so, the token is refreshed, where necessary,
  /// before ``authorize(_:as:environment:)`` is called. True by default.
  var usesAccessToken: Bool { get }

  /// Adds to the request what the resource server requires.
  ///
  /// - Parameters:
  ///   - request: The request as it will be sent: method, address with query, and fields are final. The
  ///     origin must stay as it is. The body is not available: it may be a stream.
  ///   - session: The session; nil for a request without a session.
  ///   - environment: The clocks and the random generator for proofs and signatures.
  /// - Throws: `misused` when the request cannot be authorized, or the error of a token request that
  ///   the authorizer makes. The request is not sent then.
  func authorize(
    _ request: inout HTTPRequest, as session: AuthorizedSession?, environment: RuntimeEnvironment
  ) async throws(OAuthError)

  /// The number of bytes of the response body that ``verdict(on:body:to:)`` needs; 0 by default.
  ///
  /// - Parameter response: The head of the response.
  func bytesForVerdict(on response: HTTPResponse) -> Int

  /// Decides from a response whether the authorization was accepted. It is called for every response to
  /// a request that it has authorized, so that it can also store what the resource server requires next
  /// time, such as a nonce.
  ///
  /// - Parameters:
  ///   - response: The head of the response.
  ///   - body: The first bytes of the body: as many as ``bytesForVerdict(on:)`` returned, or fewer when
  ///     the body is shorter.
  ///   - request: The request as it was sent.
  func verdict(
    on response: HTTPResponse, body: Data, to request: HTTPRequest
  ) async -> AuthorizationVerdict
}

extension Authorizer {
  /// True: the authorizer needs a valid access token.
  public var usesAccessToken: Bool { true }
  /// 0: the verdict does not depend on the response body.
  public func bytesForVerdict(on response: HTTPResponse) -> Int { 0 }
}

/// Whether a resource server accepted the authorization of a request, and what is done if not.
public enum AuthorizationVerdict: Sendable, Hashable {
  /// The response is returned to the caller.
  case accepted
  /// The access token is no longer valid: it is replaced and the request is sent again, once.
  case tokenRejected
  /// The token is valid, but the request must be authorized again, such as with the nonce that came
  /// with this response. It is sent again, once.
  case repeatWithSameToken
}
