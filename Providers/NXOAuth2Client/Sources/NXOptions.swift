// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
import HTTPTypes

/// What a service in the manner of NXOAuth2Client wants besides its endpoints.
public struct NXOptions: Sendable, Hashable {
  /// Where the client's secret goes.
  public enum ClientAuthentication: Sendable, Hashable {
    /// Into the body, as the old library did.
    case body
    /// Into the `Authorization` field, as RFC 6749 §2.3.1 prefers.
    case basic
  }

  /// Where the client's secret goes.
  public var clientAuthentication = ClientAuthentication.body
  /// How the parameters of a token request are sent: `.queryOfGET` is `tokenRequestHTTPMethod = GET`.
  public var tokenParameters = TokenParameters.form
  /// The type of access tokens where the service does not say it: `OAuth` of draft 10.
  public var defaultTokenType = "OAuth"
  /// The member of a token reply that says whose the tokens are. With it, who signs in again replaces their
  /// own account instead of adding another one.
  public var subjectMember: String?
  /// Header fields that go with token requests only: `customHeaderFields`.
  public var tokenFields: [String: String] = [:]
  /// Header fields that go with every request, such as `Accept` and `User-Agent`.
  public var fields: [String: String] = [:]
  /// Parameters that go with the requests of one step. ``additional(_:)`` makes those of the old library.
  public var parameters: [GrantStep: Parameters] = [:]
  /// Whether a code is bound to the sign-in that asked for it.
  public var proofKey = PKCEPolicy.s256
  /// How often the token endpoint is asked at most for one refresh, when it fails.
  public var refreshTries = 5
  /// Who the service is; the address of the token endpoint unless given. ID tokens are checked for it.
  public var issuer: String?
  /// Where tokens are revoked, if anywhere.
  public var revocationEndpoint: String?
  /// Where the user's claims are, if anywhere.
  public var userInfoEndpoint: String?

  /// As the old library was when nothing was set, with forms in place of multipart token requests.
  public init() {}

  /// `additionalAuthenticationParameters`: they went along to the authorization page, with a code and with a
  /// password, and nowhere else.
  public static func additional(_ parameters: Parameters) -> [GrantStep: Parameters] {
    [.authorization: parameters, .code: parameters, .password: parameters]
  }

  /// Names that the protocol sets. The old library raised for nine of them; that list left out the rest.
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
