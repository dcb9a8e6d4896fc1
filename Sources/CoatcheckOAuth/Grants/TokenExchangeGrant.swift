// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

/// One token offered for another.
///
/// ```swift
/// // A service that was called with a user's token calls the next one on the user's behalf.
/// let grant = TokenExchangeGrant(
///   subject: .init(received, .accessToken), actor: .init(own, .accessToken),
///   audiences: ["https://stock.example"])
/// let answer = try await client.exchange(grant, scopes: ["stock:read"])
/// ```
///
/// What is asked for besides, scopes and resources, is said beside it: it is the same for every grant.
/// [RFC 8693 §2.1](https://www.rfc-editor.org/rfc/rfc8693#section-2.1).
public struct TokenExchangeGrant: Sendable {
  /// The `grant_type`.
  public static let type = "urn:ietf:params:oauth:grant-type:token-exchange"

  /// A token and what kind of one it is.
  public struct Token: Sendable {
    /// The token.
    public let secret: Secret
    /// What kind of token it is.
    public let type: TokenTypeIdentifier

    /// A token of a kind.
    public init(_ secret: Secret, _ type: TokenTypeIdentifier) {
      self.secret = secret
      self.type = type
    }
  }

  /// On whose behalf the new token is wanted.
  public var subject: Token
  /// Who acts on that behalf, where it is not the client itself.
  public var actor: Token?
  /// The kind of token that is wanted; nil leaves it to the server.
  public var requestedType: TokenTypeIdentifier?
  /// The names of the services where the new token will be used.
  public var audiences: [String]

  /// An exchange.
  ///
  /// - Parameters:
  ///   - subject: On whose behalf the new token is wanted.
  ///   - actor: Who acts on that behalf, where it is not the client itself.
  ///   - requestedType: The kind of token that is wanted; nil leaves it to the server.
  ///   - audiences: The names of the services where the new token will be used.
  public init(
    subject: Token, actor: Token? = nil, requestedType: TokenTypeIdentifier? = nil,
    audiences: [String] = []
  ) {
    self.subject = subject
    self.actor = actor
    self.requestedType = requestedType
    self.audiences = audiences
  }
}

extension TokenExchangeGrant {
  /// The names that only this grant gives a meaning.
  static let parameterNames: Set<String> = [
    "subject_token", "subject_token_type", "actor_token", "actor_token_type",
    "requested_token_type", "audience",
  ]

  var parameters: Parameters {
    var form: Parameters = [
      "grant_type": Self.type, "subject_token": subject.secret.reveal(),
      "subject_token_type": subject.type.rawValue,
    ]
    form["actor_token"] = actor?.secret.reveal()
    form["actor_token_type"] = actor?.type.rawValue
    form["requested_token_type"] = requestedType?.rawValue
    form.append(audiences, to: "audience")
    return form
  }

  /// Reads the parameters of a request.
  ///
  /// - Throws: `refused`, ``OAuthError/Code/invalidRequest``, naming the parameter.
  init(form: Parameters) throws(OAuthError) {
    guard let subject = try Self.token("subject_token", in: form) else {
      throw .refused(
        .invalidRequest, "A required parameter is missing.", parameter: "subject_token")
    }
    self.subject = subject
    actor = try Self.token("actor_token", in: form)
    requestedType = form["requested_token_type"].map(TokenTypeIdentifier.init(rawValue:))
    audiences = form.values(of: "audience")
  }

  private static func token(
    _ name: String, in form: Parameters
  ) throws(OAuthError) -> Token? {
    let typeName = name + "_type"
    switch (form[name], form[typeName]) {
    case (nil, nil): return nil
    // "REQUIRED. An identifier […] that indicates the type of the security token in the subject_token
    // parameter." "This is REQUIRED when the actor_token parameter is present in the request but MUST NOT
    // be included otherwise."
    case (nil, _):
      throw .refused(
        .invalidRequest, "There is the type of a token without the token.", parameter: typeName)
    case (_, nil):
      throw .refused(
        .invalidRequest, "There is a token without its type.", parameter: typeName)
    case (let text?, let type?):
      guard text.isVSCHAR, text.utf8.count <= TokenGrant.maximumToken else {
        throw .refused(
          .invalidRequest, "The token is too long or holds forbidden characters.", parameter: name)
      }
      return Token(Secret(text), TokenTypeIdentifier(rawValue: type))
    }
  }
}

extension TokenGrant {
  /// What kind of token ``accessToken`` is, where it came by a token exchange; its ``tokenType`` is `N_A`
  /// when it is no access token.
  public var issuedTokenType: TokenTypeIdentifier? {
    get {
      extra["issued_token_type"]?.stringValue.flatMap {
        $0.isEmpty ? nil : TokenTypeIdentifier(rawValue: $0)
      }
    }
    set { extra["issued_token_type"] = newValue.map { .string($0.rawValue) } }
  }
}
