// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A request to the token endpoint, as the server reads it. Nothing in it has been checked but its
/// form.
public struct TokenRequest: Sendable {
  /// What the client offers for a token.
  public enum Grant: Sendable {
    /// A code, the redirect URI it was sent to, and the PKCE verifier.
    case authorizationCode(code: Secret, redirectURI: String?, verifier: Secret?)
    /// A refresh token, and the scopes wanted if fewer than granted.
    case refreshToken(Secret, scopes: [Scope]?)
    /// The client's own identity.
    case clientCredentials(scopes: [Scope]?)

    /// The `grant_type`.
    public var type: String {
      switch self {
      case .authorizationCode: "authorization_code"
      case .refreshToken: "refresh_token"
      case .clientCredentials: "client_credentials"
      }
    }
  }

  /// What the client offers.
  public let grant: Grant
  /// Who the client says it is.
  public let client: PresentedClient
  /// Parameters with no meaning here.
  public let extra: Parameters

  /// Reads a request strictly.
  ///
  /// Refused are: other methods than POST (405), parameters in the address, bodies that are not a
  /// UTF-8 form (400), compressed (415) or longer than 64 KiB (413), repeated parameters, two
  /// `Authorization` fields, malformed Basic credentials (401) and two ways of authentication at
  /// once. Empty parameters count as omitted.
  ///
  /// - Throws: `refused` with the code of
  ///   [RFC 6749 §5.2](https://www.rfc-editor.org/rfc/rfc6749#section-5.2).
  public init(head: HTTPRequest, body: Data) throws(OAuthError) {
    let form = try FormRequest.parameters(head: head, body: body)
    client = try PresentedClient(fields: head.headerFields, form: form)
    grant = try Self.grant(in: form)
    extra = form.without(Self.reserved)
  }

  /// The parameters with a meaning of their own.
  static let reserved: Set<String> = [
    "grant_type", "code", "redirect_uri", "code_verifier", "refresh_token", "scope", "client_id",
    "client_secret", "client_assertion", "client_assertion_type",
  ]

  private static func grant(in form: Parameters) throws(OAuthError) -> Grant {
    switch form["grant_type"] {
    case "authorization_code":
      // RFC 7636 §4.1 has the grammar of the verifier, so that a malformed one is a malformed
      // request.
      if let verifier = form["code_verifier"], !PKCE.isWellFormed(verifier) {
        throw .refused(
          .invalidRequest, "The code verifier isn't 43 to 128 unreserved characters.",
          parameter: "code_verifier")
      }
      return .authorizationCode(
        code: try secret("code", in: form), redirectURI: form["redirect_uri"],
        verifier: form["code_verifier"].map(Secret.init))
    case "refresh_token":
      return .refreshToken(try secret("refresh_token", in: form), scopes: try scopes(in: form))
    case "client_credentials":
      return .clientCredentials(scopes: try scopes(in: form))
    case nil:
      throw .refused(.invalidRequest, "The grant type is missing.", parameter: "grant_type")
    default:
      throw .refused(
        .unsupportedGrantType, "This grant type is not supported.", parameter: "grant_type")
    }
  }

  private static func secret(_ name: String, in form: Parameters) throws(OAuthError) -> Secret {
    guard let text = form[name] else {
      throw .refused(.invalidRequest, "A required parameter is missing.", parameter: name)
    }
    // No token of any server has other characters (1*VSCHAR), so such a one is unknown.
    guard text.isVSCHAR else {
      throw .refused(.invalidGrant, "The grant holds forbidden characters.", parameter: name)
    }
    return Secret(text)
  }

  private static func scopes(in form: Parameters) throws(OAuthError) -> [Scope]? {
    guard let scopes = form["scope"].map({ Scope.list($0) }) else { return nil }
    guard scopes.allSatisfy(\.isValid) else {
      throw .refused(.invalidScope, "A scope holds forbidden characters.", parameter: "scope")
    }
    return scopes.isEmpty ? nil : scopes
  }
}
