// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import HTTPTypes
public import CoatcheckFoundation

/// Authorizes requests from service to service with a token of the client credentials grant.
///
/// A token that the service rejects is replaced, and the request is sent once more.
public struct ClientCredentialsAuthorizer: Authorizer {
  let cache: ClientCredentialsCache
  let target: TokenTarget
  let rejections: [TokenRejectionRule]

  /// False: the token is the client's own, so that no session is needed.
  public var usesAccessToken: Bool { false }

  /// Adds the token to the request, with a DPoP proof where it is bound to a key.
  ///
  /// - Throws: As ``ClientCredentialsCache/token(for:)``; an error when the token cannot be sent in a
  ///   header field. The request is not sent then.
  public func authorize(
    _ request: inout HTTPRequest, as session: AuthorizedSession?, environment: RuntimeEnvironment
  ) async throws(OAuthError) {
    let token = try await cache.token(for: target)
    guard DPoPToken.isType(token.tokenType), let key = token.dpopKey else {
      let isBearer = token.tokenType.lowercased() == "bearer"
      request.headerFields[.authorization] = try BearerToken.field(
        token.accessToken, type: isBearer ? "Bearer" : token.tokenType)
      return
    }
    request.headerFields[.authorization] = try BearerToken.field(
      token.accessToken, type: DPoPToken.type)
    try DPoPProver(key: key, nonces: cache.nonces)
      .prove(&request, accessToken: token.accessToken, environment: environment)
  }

  /// As ``BearerAuthorizer/bytesForVerdict(on:)``.
  public func bytesForVerdict(on response: HTTPResponse) -> Int {
    own.bytesForVerdict(on: response)
  }

  /// Decides by the rejection rules. A rejected token is removed from the cache, and the request is
  /// sent again.
  public func verdict(
    on response: HTTPResponse, body: Data, to request: HTTPRequest
  ) async -> AuthorizationVerdict {
    let verdict = await own.verdict(on: response, body: body, to: request)
    guard verdict == .tokenRejected else { return verdict }
    let words = (request.headerFields[.authorization] ?? "").split(separator: " ", maxSplits: 1)
    if let token = words.last { cache.invalidate(Secret(String(token)), for: target) }
    return .repeatWithSameToken
  }

  private var own: DPoPAuthorizer {
    DPoPAuthorizer(nonces: cache.nonces, bearer: BearerAuthorizer(rejections: rejections))
  }
}
