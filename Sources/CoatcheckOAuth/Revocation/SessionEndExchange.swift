// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// The exchange that ends a whole session at a provider of ``RevocationMethod/sessionToken``: a `POST` with
/// the refresh token in the field `session-token`. Seen at IDaaS.
public struct SessionEndExchange: Exchange {
  private let token: Secret
  private let endpoint: Endpoint
  private let dialect: Dialect

  /// Creates the exchange for one session.
  ///
  /// - Parameters:
  ///   - token: The newest refresh token.
  ///   - endpoint: The endpoint that ends sessions.
  ///   - dialect: The fields that go with every request, and the error responses of the provider.
  public init(token: Secret, endpoint: Endpoint, dialect: Dialect) {
    self.token = token
    self.endpoint = endpoint
    self.dialect = dialect
  }

  /// The HTTP request: a `POST` with the refresh token in a field and an empty JSON object as its body.
  ///
  /// - Throws: `misused` naming `token` or `fields`, when it cannot be sent.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    guard token.reveal().isVSCHAR, let name = HTTPField.Name("session-token") else {
      throw .misused("token", "The token is empty or holds forbidden characters.")
    }
    var fields = try HTTPFields(named: dialect.fields)
    fields[name] = token.reveal()
    fields[.contentType] = MediaType.json
    fields[.accept] = MediaType.json
    return (
      HTTPRequest(
        method: .post, scheme: endpoint.scheme, authority: endpoint.authority, path: endpoint.path,
        headerFields: fields), Data("{}".utf8)
    )
  }

  /// Reads the response. A session that had ended before counts as ended: ``OAuthError/Code/invalidGrant``
  /// is a success.
  ///
  /// - Parameters:
  ///   - head: The status and the fields of the response.
  ///   - body: The whole body.
  ///   - receivedAt: The wall-clock time at which the response arrived.
  /// - Throws: `refused` when the provider did not end the session; `unreachable` or `unreadable` when the
  ///   session may still be active.
  public func reply(head: HTTPResponse, body: Data, receivedAt: Date) throws(OAuthError) {
    if head.status.code == 200 || head.status.code == 204 { return }
    do throws(OAuthError) {
      _ = try JSONReply(source: "The provider", errors: dialect.errors)
        .object(head: head, body: body, receivedAt: receivedAt)
    } catch  where error.outcome == .refused && error.code == .invalidGrant {
      return
    }
    throw .unreadable(
      .replyMalformed, "The provider answered with an unexpected status: \(head.status.code).",
      status: head.status.code)
  }
}
