// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import HTTPTypes
public import CoatcheckFoundation

extension Session {
  /// Sends a request on behalf of the user, with a valid access token.
  ///
  /// When the token is rejected nevertheless, it is replaced and the request is sent once more. The
  /// token goes to the address of the request and nowhere else: redirects are not followed but
  /// returned, and
  /// plain `http` is for this machine only. ``AuthorizedTransport`` follows redirects, streams bodies and
  /// authorizes in other ways.
  ///
  /// - Parameters:
  ///   - request: The request, without an `Authorization` field.
  ///   - body: Its body.
  ///   - limit: The longest answer to read, and the time for it.
  /// - Returns: The answer, whatever its status, except a rejected token.
  /// - Throws: `refused` with `invalidToken` when a fresh token is rejected as well; `misused` when
  ///   the request cannot be sent with a token; else as ``accessToken()``.
  public func data(
    for request: HTTPRequest, body: Data = Data(), limit: ResponseLimit = .standard
  ) async throws(OAuthError) -> (HTTPResponse, Data) {
    let (head, answer) = try await AuthorizedTransport(self).send(request, body: body, limit: limit)
    return (head, answer)
  }

  /// The UserInfo claims of the user.
  ///
  /// - Throws: `misused` when the issuer has no userinfo endpoint; `subjectMismatch` when the
  ///   answer is about another user; else as ``accessToken()``.
  public func userInfo() async throws(OAuthError) -> UserInfo {
    // Only the address is taken from it: the token of the moment is put on the request when it is
    // sent.
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
