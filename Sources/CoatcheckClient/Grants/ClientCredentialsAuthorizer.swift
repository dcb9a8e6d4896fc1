// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import HTTPTypes
public import CoatcheckFoundation

/// Adds a token of the client credentials grant to requests from service to service.
///
/// A token that the service rejects is replaced, and the request is sent once more.
public struct ClientCredentialsAuthorizer: Authorizer {
  let cache: ClientCredentialsCache
  let target: TokenTarget
  let rejections: [TokenRejectionRule]

  /// False: there is no session.
  public var usesAccessToken: Bool { false }

  /// Puts the token on the request, with a proof where it is bound to a key.
  ///
  /// - Throws: As ``ClientCredentialsCache/token(for:)``.
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

  /// As much as a rule about JSON can read.
  public func bytesForVerdict(on response: HTTPResponse) -> Int {
    own.bytesForVerdict(on: response)
  }

  /// Judges by the rules; a rejected token is forgotten.
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
