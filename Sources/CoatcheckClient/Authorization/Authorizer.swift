// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import HTTPTypes
public import CoatcheckFoundation

/// How a request says on whose behalf it is sent, and how a service says that it does not believe
/// it.
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
  /// Whether it needs an access token that is good; one is obtained before it is asked then. True
  /// unless it says otherwise.
  var usesAccessToken: Bool { get }

  /// Adds to the request what the resource server requires.
  ///
  /// - Parameters:
  ///   - request: The request as it will be sent: method, address with query, and fields are final.
  ///     The origin must stay as it is. The body is not here: it may be a stream.
  ///   - session: The session; nil for a request without a session.
  ///   - environment: The time and the randomness for proofs and signatures.
  /// - Throws: `misused` when it cannot. Nothing is sent then.
  func authorize(
    _ request: inout HTTPRequest, as session: AuthorizedSession?, environment: RuntimeEnvironment
  ) async throws(OAuthError)

  /// How many bytes of the body the verdict on this response wants to see; none unless it says
  /// otherwise.
  ///
  /// - Parameter response: The head of the response.
  func bytesForVerdict(on response: HTTPResponse) -> Int

  /// Judges a response. It is asked about every response to a request that it has authorized, so
  /// this is also where it learns what the resource server requires next time, such as a nonce.
  ///
  /// - Parameters:
  ///   - response: The head of the response.
  ///   - body: The first bytes of the body, as many as it asked for, or fewer when the body ends
  ///     before.
  ///   - request: The request as it was sent.
  func verdict(
    on response: HTTPResponse, body: Data, to request: HTTPRequest
  ) async -> AuthorizationVerdict
}

extension Authorizer {
  /// True.
  public var usesAccessToken: Bool { true }
  /// None.
  public func bytesForVerdict(on response: HTTPResponse) -> Int { 0 }
}

/// What a service thinks of how a request was authorized.
public enum AuthorizationVerdict: Sendable, Hashable {
  /// The response is returned to the caller.
  case accepted
  /// The access token is no longer good: it is replaced and the request is sent again, once.
  case tokenRejected
  /// The token is valid, but the request must be authorized again, such as with the nonce that came
  /// with this response. It is sent again, once.
  case repeatWithSameToken
}
