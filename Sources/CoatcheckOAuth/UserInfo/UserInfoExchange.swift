// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import HTTPTypes

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Asks the issuer about the person.
///
/// Specification: [OIDC Core §5.3](https://openid.net/specs/openid-connect-core-1_0.html#UserInfo).
public struct UserInfoExchange: ServedExchange {
  private let endpoint: Endpoint
  private let accessToken: Secret
  private let subject: String?
  private let subjects: SubjectRule

  /// A request as the server reads it.
  public struct Received: Sendable {
    /// The access token it carries.
    public let accessToken: Secret
  }

  /// Asks about one person.
  ///
  /// - Parameters:
  ///   - endpoint: The issuer's userinfo endpoint.
  ///   - accessToken: A token with the scope `openid`.
  ///   - subject: The `sub` of the ID token: the answer has to be about the same person. Nil asks whose
  ///     the token is, where no ID token said it: then the answer proves nothing but that.
  ///   - subjects: Which member of the answer says whom it is about.
  public init(
    endpoint: Endpoint, accessToken: Secret, subject: String?, subjects: SubjectRule = .sub
  ) {
    self.subjects = subjects
    self.endpoint = endpoint
    self.accessToken = accessToken
    self.subject = subject
  }

  /// The request for the claims.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    var head = HTTPRequest.get(endpoint, accept: MediaType.json)
    head.headerFields[.authorization] = try BearerToken.field(accessToken)
    return (head, Data())
  }

  /// Reads the claims and compares the subject.
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
        .subjectMismatch, "The userinfo endpoint answered about somebody else.", parameter: "sub",
        status: head.status.code)
    }
    return UserInfo(subject: answered, claims: json)
  }

  /// Reads a request for claims: a GET or a POST with the token in the `Authorization` field.
  public static func received(head: HTTPRequest, body: Data) throws(OAuthError) -> Received {
    guard head.method == .get || head.method == .post else {
      throw .refused(
        .invalidRequest, "This endpoint takes GET and POST requests only.", status: 405)
    }
    // RFC 6750 §2: "Clients MUST NOT use more than one method to transmit the token in each
    // request."
    if MediaType.isForm(head.headerFields[.contentType]),
      try Parameters(bytes: body)["access_token"] != nil
    {
      throw .refused(
        .invalidRequest, "The access token belongs into the Authorization field only.",
        parameter: "access_token")
    }
    return Received(accessToken: try BearerToken.from(head))
  }

  /// The claims as JSON, not to be stored by anything on the way.
  public static func response(_ reply: UserInfo) -> (head: HTTPResponse, body: Data) {
    ServedResponse.json(reply.claims)
  }

  /// The refusal as a challenge.
  public static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data) {
    BearerChallenge.response(refusal, allowed: "GET, POST")
  }
}
