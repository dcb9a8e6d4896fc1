// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import HTTPTypes

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Session {
  /// Sends a request as the person, with an access token that is good.
  ///
  /// When the token is rejected nevertheless, it is replaced and the request is sent once more. The token
  /// goes to the address of the request and nowhere else: redirects are not followed but returned, and
  /// plain `http` is for this machine only.
  ///
  /// - Parameters:
  ///   - request: The request, without an `Authorization` field.
  ///   - body: Its body.
  ///   - limit: The longest answer to read, and the time for it.
  /// - Returns: The answer, whatever its status, except a rejected token.
  /// - Throws: `refused` with `invalidToken` when a fresh token is rejected as well; `misused` when the
  ///   request can't be sent with a token; else as ``accessToken()``.
  public func data(
    for request: HTTPRequest, body: Data = Data(), limit: ResponseLimit = .standard
  ) async throws(OAuthError) -> (HTTPResponse, Data) {
    // RFC 6750 §5.3: "Clients MUST always use TLS […] when making requests with bearer tokens."
    _ = try request.endpoint()
    guard request.headerFields[.authorization] == nil else {
      throw .misused("request", "The request has an Authorization field already.")
    }
    let first = try await usable()
    let answer = try await send(request, body, limit, as: first)
    guard Self.isRejection(answer.head) else { return (answer.head, answer.body) }
    guard first.refreshToken != nil else { throw Self.rejection(answer.head) }
    let second = try await refresher.refreshed(after: first)
    metrics.countRequestRetry()
    let last = try await send(request, body, limit, as: second)
    guard !Self.isRejection(last.head) else { throw Self.rejection(last.head) }
    return (last.head, last.body)
  }

  /// What the issuer says about the person.
  ///
  /// - Throws: `misused` when the issuer has no userinfo endpoint; `subjectMismatch` when the answer is
  ///   about somebody else; else as ``accessToken()``.
  public func userInfo() async throws(OAuthError) -> UserInfo {
    let first = try await usable()
    do {
      return try await userInfo(as: first)
    } catch
      where error.code == .invalidToken && error.outcome == .refused
      && first.refreshToken != nil
    {
      return try await userInfo(as: refresher.refreshed(after: first))
    }
  }

  private func userInfo(as stored: StoredSession) async throws(OAuthError) -> UserInfo {
    guard let endpoint = stored.userInfoEndpoint else {
      throw .misused("userinfo_endpoint", "The issuer has no userinfo endpoint.")
    }
    return try await transport.perform(
      UserInfoExchange(
        endpoint: endpoint, accessToken: stored.accessToken, subject: account.subject),
      environment: environment)
  }

  private func send(
    _ request: HTTPRequest, _ body: Data, _ limit: ResponseLimit, as stored: StoredSession
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    var request = request
    request.headerFields[.authorization] = try BearerToken.field(
      stored.accessToken, type: stored.presentedType)
    return try await transport.send(request, body: body, limit: limit)
  }

  /// RFC 6750 §3.1: for `invalid_token` "the resource SHOULD respond with the HTTP 401 (Unauthorized)
  /// status code. The client MAY request a new access token and retry the protected resource request."
  /// Many services send the bare status.
  private static func isRejection(_ head: HTTPResponse) -> Bool {
    guard head.status == .unauthorized else { return false }
    let fields = head.headerFields[values: .wwwAuthenticate]
    guard let challenge = BearerChallenge(fields: fields) else { return fields.isEmpty }
    return challenge.error == nil || challenge.error == .invalidToken
  }

  private static func rejection(_ head: HTTPResponse) -> OAuthError {
    BearerChallenge.refusal(in: head, from: "The service")
      ?? .refused(.invalidToken, "The service refused the access token.", status: head.status.code)
  }
}

extension StoredSession {
  /// RFC 6749 §7.1 compares token types without regard to case; services want to see `Bearer`.
  fileprivate var presentedType: String {
    tokenType.lowercased() == "bearer" ? "Bearer" : tokenType
  }
}
