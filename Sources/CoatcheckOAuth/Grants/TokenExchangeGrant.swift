// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

/// A token exchange: the client sends a security token, and the server issues another one for it.
///
/// ```swift
/// // A service that was called with a user's token calls the next one on the user's behalf.
/// let grant = TokenExchangeGrant(
///   subject: .init(received, .accessToken), actor: .init(own, .accessToken),
///   audiences: ["https://stock.example"])
/// let answer = try await client.exchange(grant, scopes: ["stock:read"])
/// ```
///
/// Scopes and resources are not part of it, because they are the same for every grant.
/// [RFC 8693 §2.1](https://www.rfc-editor.org/rfc/rfc8693#section-2.1).
public struct TokenExchangeGrant: Sendable {
  /// The `grant_type`.
  public static let type = "urn:ietf:params:oauth:grant-type:token-exchange"

  /// A security token and its type.
  public struct Token: Sendable {
    /// The token.
    public let secret: Secret
    /// The type of the token.
    public let type: TokenTypeIdentifier

    /// Creates a security token of one type.
    ///
    /// - Parameters:
    ///   - secret: The token, as it is sent: a SAML assertion in base64url.
    ///   - type: The type of the token.
    public init(_ secret: Secret, _ type: TokenTypeIdentifier) {
      self.secret = secret
      self.type = type
    }
  }

  /// `subject_token`: the token of the party on whose behalf the new token is requested.
  public var subject: Token
  /// `actor_token`: the token of the party that acts on that behalf; nil when it is the client itself.
  public var actor: Token?
  /// `requested_token_type`: the type of the new token; nil leaves it to the server.
  public var requestedType: TokenTypeIdentifier?
  /// `audience`: the logical names of the services where the new token will be used.
  public var audiences: [String]

  /// Creates a token exchange.
  ///
  /// - Parameters:
  ///   - subject: The token of the party on whose behalf the new token is requested.
  ///   - actor: The token of the party that acts on that behalf; nil when it is the client itself.
  ///   - requestedType: The type of the new token; nil leaves it to the server.
  ///   - audiences: The logical names of the services where the new token will be used; empty sends none.
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
  /// The names of the parameters that only this grant has.
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
  /// `issued_token_type`: the type of ``accessToken`` in the reply to a token exchange; nil in other
  /// replies. ``tokenType`` is `N_A` when it is not an access token.
  public var issuedTokenType: TokenTypeIdentifier? {
    get {
      extra["issued_token_type"]?.stringValue.flatMap {
        $0.isEmpty ? nil : TokenTypeIdentifier(rawValue: $0)
      }
    }
    set { extra["issued_token_type"] = newValue.map { .string($0.rawValue) } }
  }
}
