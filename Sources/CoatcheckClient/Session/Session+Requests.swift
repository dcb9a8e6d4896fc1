// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import HTTPTypes
public import CoatcheckFoundation

extension Session {
  /// Sends a request on behalf of the user, with a valid access token.
  ///
  /// When the token is rejected nevertheless, it is replaced and the request is sent once more. The token
  /// goes to the address of the request and nowhere else: redirects are not followed but returned, and
  /// plain `http` is for this machine only. ``AuthorizedTransport`` follows redirects, streams bodies and
  /// authorizes in other ways.
  ///
  /// - Parameters:
  ///   - request: The request, an absolute `https` address without an `Authorization` field.
  ///   - body: The body of the request; empty for none.
  ///   - limit: The longest response body to read, and the time for the whole response; 1 MiB and
  ///     10 seconds unless given.
  /// - Returns: The response, whatever its status, except for a rejected token.
  /// - Throws: `OAuthError`: `refused` with `invalidToken` when the token is rejected and cannot be
  ///   replaced, or the new one is rejected as well; `misused` when the request cannot be sent with a
  ///   token: nothing was sent; else as ``accessToken()`` and ``HTTPTransport/send(_:body:limit:)``.
  public func data(
    for request: HTTPRequest, body: Data = Data(), limit: ResponseLimit = .standard
  ) async throws(OAuthError) -> (HTTPResponse, Data) {
    let (head, answer) = try await AuthorizedTransport(self).send(request, body: body, limit: limit)
    return (head, answer)
  }

  /// Requests the claims about the user from the userinfo endpoint.
  ///
  /// [OpenID Connect Core §5.3](https://openid.net/specs/openid-connect-core-1_0.html#UserInfo).
  ///
  /// - Returns: The claims. Their subject is the one of the account.
  /// - Throws: `OAuthError`: `misused` naming `userinfo_endpoint` when the authorization server has no
  ///   userinfo endpoint: nothing was sent; `unreadable` with `subjectMismatch` when the response is about
  ///   another user: none of it may be used; `unreadable` when it is not a JSON object; else as
  ///   ``data(for:body:limit:)``.
  public func userInfo() async throws(OAuthError) -> UserInfo {
    // Only the endpoint is used here: the current access token is added when the request is sent.
    let stored = try state.snapshot().stored
    guard let endpoint = stored.userInfoEndpoint else {
      throw .misused("userinfo_endpoint", "The authorization server has no userinfo endpoint.")
    }
    let exchange = UserInfoExchange(
      endpoint: endpoint, accessToken: stored.accessToken, subject: account.subject,
      subjects: stored.dialect.subjects)
    var (request, body) = try exchange.request()
    request.headerFields[.authorization] = nil
    let sent = environment.now()
    let answer = try await AuthorizedTransport(self).send(request, body: body, limit: .standard)
    let received = environment.now()
    runtime.clock.learn(from: answer.head, sent: sent, received: received)
    return try exchange.reply(head: answer.head, body: answer.body, receivedAt: received)
  }
}
