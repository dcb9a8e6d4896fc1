// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import HTTPTypes
public import CoatcheckFoundation

/// Requests claims about the user.
///
/// [OIDC Core §5.3](https://openid.net/specs/openid-connect-core-1_0.html#UserInfo).
public struct UserInfoExchange: ServedExchange {
  private let endpoint: Endpoint
  private let accessToken: Secret
  private let subject: String?
  private let subjects: SubjectRule
  private let presentation: TokenPresentation

  /// Where the access token is in the request.
  public enum TokenPresentation: Sendable, Hashable {
    /// In the `Authorization` field of a `GET`.
    case header
    /// In the form of a `POST`, for servers that accept the token nowhere else. The reason is for readers
    /// of the code.
    ///
    /// [RFC 6750 §2.2](https://www.rfc-editor.org/rfc/rfc6750#section-2.2): it "SHOULD NOT be used except
    /// in application contexts where participating browsers do not have access to the "Authorization"
    /// request header field."
    case form(because: String)
  }

  /// A request as the server reads it.
  public struct Received: Sendable {
    /// The access token of the request.
    public let accessToken: Secret
  }

  /// Creates the exchange for one userinfo request.
  ///
  /// - Parameters:
  ///   - endpoint: The userinfo endpoint of the authorization server.
  ///   - accessToken: An access token with the scope `openid`.
  ///   - subject: The `sub` of the ID token: the response has to be about the same user. Nil, where there
  ///     is no ID token, accepts every user: the response then says whose token it is, and authenticates
  ///     no user.
  ///   - subjects: Which member of the response names the user.
  ///   - presentation: Where the access token is in the request.
  public init(
    endpoint: Endpoint, accessToken: Secret, subject: String?, subjects: SubjectRule = .sub,
    presentation: TokenPresentation = .header
  ) {
    self.subjects = subjects
    self.presentation = presentation
    self.endpoint = endpoint
    self.accessToken = accessToken
    self.subject = subject
  }

  /// The HTTP request: a `GET`, or a `POST` with the token in a form, which accepts JSON.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    try Self.request(accessToken, to: endpoint, accept: MediaType.json, presentation)
  }

  static func request(
    _ accessToken: Secret, to endpoint: Endpoint, accept: String, _ presentation: TokenPresentation
  ) throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    var head = HTTPRequest.get(endpoint, accept: accept)
    let field = try BearerToken.field(accessToken)
    guard case .form = presentation else {
      head.headerFields[.authorization] = field
      return (head, Data())
    }
    head.method = .post
    head.headerFields[.contentType] = MediaType.form
    let form: Parameters = ["access_token": accessToken.reveal()]
    return (head, Data(form.encoded.utf8))
  }

  /// Reads the claims and checks that they are about the expected user.
  ///
  /// - Throws: As ``Exchange/reply(head:body:receivedAt:)``; the error code of a refusal is that of the
  ///   Bearer challenge, and ``OAuthError/Code/invalidToken`` when the challenge has none. Also
  ///   `unreadable`, ``OAuthError/Code/subjectMismatch`` naming `sub`, when the response is about another
  ///   user or about none: its claims must not be used.
  public func reply(head: HTTPResponse, body: Data, receivedAt: Date) throws(OAuthError) -> UserInfo
  {
    if let refusal = BearerChallenge.refusal(in: head, from: "The userinfo endpoint") {
      throw refusal
    }
    let json = try JSONReply(source: "The userinfo endpoint", mediaType: .json)
      .object(head: head, body: body, receivedAt: receivedAt)
    // "The sub Claim in the UserInfo Response MUST be verified to exactly match the sub Claim in
    // the ID Token; if they do not match, the UserInfo Response values MUST NOT be used."
    guard let answered = subjects.subject(in: json), !answered.isEmpty,
      subject.map(answered.isExactly) ?? true
    else {
      throw .unreadable(
        .subjectMismatch, "The userinfo response is about another user.", parameter: "sub",
        status: head.status.code)
    }
    return UserInfo(subject: answered, claims: json)
  }

  /// Reads a userinfo request: a `GET` or a `POST` with the token in the `Authorization` field, or a
  /// `POST` with the token in its form.
  ///
  /// - Throws: `refused`: ``OAuthError/Code/credentialsMissing`` (status 401) without a token; otherwise
  ///   ``OAuthError/Code/invalidRequest``: with 405 for another method, with 413 for a form that is too
  ///   long, and with 400 for a token that is malformed, given in two ways, or in the query.
  public static func received(head: HTTPRequest, body: Data) throws(OAuthError) -> Received {
    guard head.method == .get || head.method == .post else {
      throw .refused(
        .invalidRequest, "This endpoint takes GET and POST requests only.", status: 405)
    }
    guard head.method == .post, MediaType.isForm(head.headerFields[.contentType]) else {
      return Received(accessToken: try BearerToken.from(head))
    }
    guard body.count <= FormRequest.maximumBody else {
      throw .refused(.invalidRequest, "The request is too long.", status: 413)
    }
    guard let text = try Parameters(bytes: body)["access_token"] else {
      return Received(accessToken: try BearerToken.from(head))
    }
    // RFC 6750 §2: "Clients MUST NOT use more than one method to transmit the token in each
    // request."
    guard head.headerFields[values: .authorization].isEmpty, !BearerToken.isInAddress(head) else {
      throw .refused(
        .invalidRequest, "The access token is given in two ways.", parameter: "access_token")
    }
    guard text.isVisibleASCII else {
      throw .refused(
        .invalidRequest, "The form holds no well-formed token.", parameter: "access_token")
    }
    // The token is read with the grammar of the `Authorization` field, so that both places accept the same
    // tokens.
    var fields = head
    fields.headerFields[.authorization] = "Bearer " + text
    return Received(accessToken: try BearerToken.from(fields))
  }

  /// The successful response: the claims as JSON, which must not be cached.
  public static func response(_ reply: UserInfo) -> (head: HTTPResponse, body: Data) {
    ServedResponse.json(reply.claims)
  }

  /// The error response: a Bearer challenge with the error as JSON.
  public static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data) {
    BearerChallenge.response(refusal, allowed: "GET, POST")
  }
}
