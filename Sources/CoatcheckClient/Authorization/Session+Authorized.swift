// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import HTTPTypes

extension Session {
  /// The request with the authorization of this session, for another HTTP stack to send.
  ///
  /// Its token is valid at this moment: one that is about to expire is refreshed first. The session
  /// does not see the response, so when the resource server rejects the token the caller calls
  /// ``refresh()`` and requests it again.
  ///
  /// - Parameters:
  ///   - request: The request, without an `Authorization` field.
  ///   - authorizer: What authorizes it; the one of the provider's dialect unless given.
  /// - Returns: The request, which holds a secret now: it goes to this address and nowhere else.
  /// - Throws: `misused` when the request cannot be sent with a token; else as ``accessToken()``.
  public func authorized(
    _ request: HTTPRequest, by authorizer: (any Authorizer)? = nil
  ) async throws(OAuthError) -> HTTPRequest {
    var exchange = try AuthorizedExchange(
      AuthorizedTransport(self, authorizer: authorizer), request, .empty
    ) { _, _, _ async throws(OAuthError) in
      throw .misused("request", "This request is not sent from here.")
    }
    return try await exchange.authorizedRequest()
  }
}
