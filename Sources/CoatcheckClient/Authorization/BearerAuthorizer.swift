// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import HTTPTypes
public import CoatcheckFoundation

/// Puts the access token itself on the request: `Authorization: Bearer …`.
///
/// What services do differently is data:
///
/// ```swift
/// // GitHub's older way, and a service that answers 403 {"errorCode": "WRONG_TOKEN"}.
/// BearerAuthorizer(presentation: .word("token"))
/// BearerAuthorizer(rejections: [.bearer, .json(status: 403, member: "errorCode", values: "WRONG_TOKEN")])
/// ```
///
/// [RFC 6750](https://www.rfc-editor.org/rfc/rfc6750).
public struct BearerAuthorizer: Authorizer {
  /// What stands before the token in the field.
  public enum TokenPresentation: Sendable, Hashable {
    /// The type that came with the token: `Bearer`.
    case tokenType
    /// A word of the service's own, and a space.
    case word(String)
    /// Nothing: the field holds the token alone.
    case bare
  }

  /// The field that holds the token.
  public let field: HTTPField.Name
  /// What stands before the token in it.
  public let presentation: TokenPresentation
  /// How the service says that the token is no longer good; one of them is enough.
  public let rejections: [TokenRejectionRule]
  /// Fields that go with every request besides the token.
  public let fields: HTTPFields

  /// An authorizer.
  ///
  /// - Parameters:
  ///   - field: The field that holds the token.
  ///   - presentation: What stands before the token in it.
  ///   - rejections: How the service says that the token is no longer good; one of them is enough.
  ///   - fields: Fields that go with every request besides the token, unless it has them.
  public init(
    field: HTTPField.Name = .authorization, presentation: TokenPresentation = .tokenType,
    rejections: [TokenRejectionRule] = [.bearer], fields: HTTPFields = [:]
  ) {
    self.field = field
    self.presentation = presentation
    self.rejections = rejections
    self.fields = fields
  }

  /// Puts the token into its field.
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
      // The checks are the same; only the word and the space before it go.
      request.headerFields[field] = String(try BearerToken.field(token, type: "x").dropFirst(2))
    }
  }

  /// As much as a rule about JSON can read.
  public func bytesForVerdict(on response: HTTPResponse) -> Int {
    rejections.contains { $0.wantsBody(of: response) } ? TokenRejectionRule.maximumBodyLength : 0
  }

  /// Judges by the rules.
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
