// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import HTTPTypes
public import CoatcheckFoundation

/// Sends the access token in a header field of the request: `Authorization: Bearer …`.
///
/// Deviations of resource servers are parameters:
///
/// ```swift
/// // GitHub's older way, and a service that answers 403 {"errorCode": "WRONG_TOKEN"}.
/// BearerAuthorizer(presentation: .word("token"))
/// BearerAuthorizer(rejections: [.bearer, .json(status: 403, member: "errorCode", values: "WRONG_TOKEN")])
/// ```
///
/// [RFC 6750 §2.1](https://www.rfc-editor.org/rfc/rfc6750#section-2.1).
public struct BearerAuthorizer: Authorizer {
  /// The text before the token in the field.
  public enum TokenPresentation: Sendable, Hashable {
    /// The type of the token response: `Bearer`.
    case tokenType
    /// Another word and a space, such as `token`.
    case word(String)
    /// Nothing: the field holds the token alone.
    case bare
  }

  /// The field that holds the token.
  public let field: HTTPField.Name
  /// The text before the token in the field.
  public let presentation: TokenPresentation
  /// How a rejected token is recognized; one matching rule is enough.
  public let rejections: [TokenRejectionRule]
  /// Header fields that are added to every request, unless the request has them already.
  public let fields: HTTPFields

  /// Creates an authorizer.
  ///
  /// - Parameters:
  ///   - field: The field that holds the token; `Authorization` unless given.
  ///   - presentation: The text before the token in the field; the token type unless given.
  ///   - rejections: How a rejected token is recognized; one matching rule is enough. Unless given, it
  ///     is the status 401 with a `Bearer` challenge or without any challenge.
  ///   - fields: Header fields that are added to every request, unless the request has them already.
  public init(
    field: HTTPField.Name = .authorization, presentation: TokenPresentation = .tokenType,
    rejections: [TokenRejectionRule] = [.bearer], fields: HTTPFields = [:]
  ) {
    self.field = field
    self.presentation = presentation
    self.rejections = rejections
    self.fields = fields
  }

  /// Adds the access token of the session to the request, and the additional fields.
  ///
  /// - Throws: `misused` naming `session` when there is no session; an error when the token or its type
  ///   contains characters that a header field cannot carry. The request is not sent then.
  public func authorize(
    _ request: inout HTTPRequest, as session: AuthorizedSession?, environment: RuntimeEnvironment
  ) async throws(OAuthError) {
    guard let session else {
      throw .misused("session", "There is no session whose token could be sent.")
    }
    for field in fields where request.headerFields[field.name] == nil {
      request.headerFields.append(field)
    }
    let token = session.accessToken
    switch presentation {
    case .tokenType:
      // RFC 6749 §7.1 compares token types without regard to case; services want to see `Bearer`.
      let isBearer = session.tokenType.lowercased() == "bearer"
      request.headerFields[field] = try BearerToken.field(
        token, type: isBearer ? "Bearer" : session.tokenType)
    case .word(let word):
      request.headerFields[field] = try BearerToken.field(token, type: word)
    case .bare:
      // The token is checked in the same way; then the placeholder type and the space are removed.
      request.headerFields[field] = String(try BearerToken.field(token, type: "x").dropFirst(2))
    }
  }

  /// The maximum body length of a rule about JSON, where one applies to this response; else 0.
  public func bytesForVerdict(on response: HTTPResponse) -> Int {
    rejections.contains { $0.wantsBody(of: response) } ? TokenRejectionRule.maximumBodyLength : 0
  }

  /// `tokenRejected` when one of the rules matches, else `accepted`.
  public func verdict(
    on response: HTTPResponse, body: Data, to request: HTTPRequest
  ) async -> AuthorizationVerdict {
    rejections.contains { $0.fits(response, body) } ? .tokenRejected : .accepted
  }
}

extension BearerAuthorizer {
  /// The authorizer of a dialect.
  init(_ dialect: Dialect) {
    var fields = HTTPFields()
    for (name, value) in dialect.fields.sorted(by: { $0.key < $1.key }) {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    self.init(rejections: dialect.rejections, fields: fields)
  }
}
