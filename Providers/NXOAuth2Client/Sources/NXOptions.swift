// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
import HTTPTypes

/// The configuration of a provider in the manner of NXOAuth2Client, besides its endpoints.
public struct NXOptions: Sendable, Hashable {
  /// How the client sends its secret.
  public enum ClientAuthentication: Sendable, Hashable {
    /// In the body of the token request, as the old library did.
    case body
    /// In the `Authorization` field, as
    /// [RFC 6749 §2.3.1](https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1) recommends.
    case basic
  }

  /// How the client sends its secret.
  public var clientAuthentication = ClientAuthentication.body
  /// The form of the parameters of a token request. `.queryOfGET` corresponds to
  /// `tokenRequestHTTPMethod = GET` of the old library.
  public var tokenParameters = TokenParameters.form
  /// The type of access tokens in token responses without `token_type`: the `OAuth` of draft 10 unless
  /// set.
  public var defaultTokenType = "OAuth"
  /// The member of the token response that has the subject of the tokens; nil for none. With it, a user
  /// who signs in again replaces the same account instead of adding another one.
  public var subjectMember: String?
  /// Header fields of token requests only, by name: `customHeaderFields` of the old library.
  public var tokenFields: [String: String] = [:]
  /// Header fields of all requests, by name, such as `Accept` and `User-Agent`.
  public var fields: [String: String] = [:]
  /// Further parameters of the requests of each step. ``additional(_:)`` creates those of the old
  /// library.
  public var parameters: [GrantStep: Parameters] = [:]
  /// Whether PKCE is used: [RFC 7636 §4](https://www.rfc-editor.org/rfc/rfc7636#section-4).
  public var proofKey = PKCEPolicy.s256
  /// The maximum number of requests to the token endpoint for one refresh, when it fails: 1 to 10.
  public var refreshTries = 5
  /// The issuer of the authorization server, an absolute URI; nil for the token endpoint without its
  /// query. ID tokens are validated against it.
  public var issuer: String?
  /// The revocation endpoint, an absolute URI; nil if there is no such endpoint.
  public var revocationEndpoint: String?
  /// The UserInfo endpoint, an absolute URI; nil if there is no such endpoint.
  public var userInfoEndpoint: String?

  /// Creates the defaults of the old library, with forms in place of multipart token requests.
  public init() {}

  /// The `additionalAuthenticationParameters` of the old library: they are sent with the authorization
  /// request, and with the token requests for a code and for a password.
  ///
  /// - Parameter parameters: The parameters. Names that the protocol sets are refused by `Provider.nx`.
  public static func additional(_ parameters: Parameters) -> [GrantStep: Parameters] {
    [.authorization: parameters, .code: parameters, .password: parameters]
  }

  /// Names that the protocol sets. The old library raised an exception for nine of them only.
  static let reserved: Set<String> = [
    "grant_type", "client_id", "client_secret", "username", "password", "redirect_uri", "code",
    "assertion_type", "assertion", "refresh_token", "code_verifier", "scope", "state",
    "response_type", "nonce", "code_challenge", "code_challenge_method", "client_assertion",
    "client_assertion_type", "response_mode", "request", "request_uri",
  ]

  func check() throws(OAuthError) {
    for step in GrantStep.allCases {
      for name in parameters[step]?.names ?? [] where Self.reserved.contains(name) {
        throw .misused(
          name, "This parameter is set by the protocol and cannot be given as an extra.")
      }
    }
    _ = try HTTPFields(named: fields.merging(tokenFields) { $1 })
    guard (1...10).contains(refreshTries) else {
      throw .misused("refreshTries", "A refresh is tried from 1 to 10 times.")
    }
  }

  var dialect: Dialect {
    var dialect = Dialect()
    dialect.tokenParameters = tokenParameters
    dialect.defaultTokenType = defaultTokenType
    dialect.tokenTypes = .any
    dialect.subjectMember = subjectMember
    dialect.tokenFields = tokenFields
    dialect.fields = fields
    dialect.extra = parameters
    dialect.proofKey = proofKey
    dialect.refreshTries = refreshTries
    dialect.tokenReplies = .jsonOrForm
    dialect.rejections = [.bearer, .challenge(words: "invalid_token", "expired_token")]
    return dialect
  }
}
