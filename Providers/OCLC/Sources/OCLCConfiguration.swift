// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckJOSE
public import CoatcheckOAuth
public import CoatcheckFoundation

/// The configuration of an app at OCLC, as in an `authentication.plist` or in JSON with the same keys.
///
/// ```swift
/// let configuration = try OCLCConfiguration(propertyList: Data(contentsOf: url))
/// let browser = CallbackUserAgent(redirectURI: configuration.redirectURL) { await open($0) }
/// let client = Client(of: try configuration.provider(), id: configuration.wskey, store: .system) {
///   $0.redirect = configuration.redirect
///   $0.userAgent = browser
/// }
/// let session = try await client.signIn(scopes: configuration.scopes, storedAs: "main")
/// ```
///
/// `signIn(scopes:)` uses the flow of ``responseType``. An app on a phone must not contain a secret: any
/// user of it can read the secret. OCLC accepts a refresh token only in a request that is signed with the
/// secret, so a session on a phone ends with its access token, after about twenty minutes, and the user
/// signs in again.
public struct OCLCConfiguration: Sendable {
  /// The response type of the authorization request.
  public enum ResponseType: String, Sendable, Hashable, CaseIterable {
    /// The tokens, in the fragment of the redirect URI: the implicit grant of
    /// [RFC 6749 §4.2](https://www.rfc-editor.org/rfc/rfc6749#section-4.2).
    /// [RFC 9700 §2.1.2](https://www.rfc-editor.org/rfc/rfc9700#section-2.1.2) advises against it.
    case token
    /// An authorization code, which is exchanged for the tokens:
    /// [RFC 6749 §4.1](https://www.rfc-editor.org/rfc/rfc6749#section-4.1).
    case code
  }

  /// `authenticatingServerBaseUrl`: the absolute URL below which the endpoints `authorizeCode` and
  /// `accessToken` are; OCLC's own when absent.
  public var authenticatingServerBaseURL = "https://authn.sd00.worldcat.org/oauth2"
  /// `wskey`: the public key that identifies the client.
  public var wskey: String
  /// `authenticatingInstitutionId`: the registry id of the institution at which the user signs in; nil
  /// lets the user choose.
  public var authenticatingInstitutionID: String?
  /// `contextInstitutionId`: the registry id of the institution whose data the app uses; nil for none.
  public var contextInstitutionID: String?
  /// `redirectUrl`: the registered redirect URI, such as `oclcApp://user_agent_flow`.
  public var redirectURL: String
  /// `scopes`: the scopes of the requested services; `refresh_token` among them requests a refresh token.
  ///
  /// OCLC does not recommend refresh tokens on phones: using one takes a request that is signed with the
  /// secret, which is not safe on a phone. A client without a secret never sends its refresh token.
  public var scopes: [Scope]
  /// `responseType`: the response type; `token` when absent, as in OCLC's document.
  public var responseType = ResponseType.token

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - wskey: The public key that identifies the client.
  ///   - redirectURL: The registered redirect URI.
  ///   - scopes: The scopes of the requested services.
  public init(wskey: String, redirectURL: String, scopes: [Scope]) {
    self.wskey = wskey
    self.redirectURL = redirectURL
    self.scopes = scopes
  }

  /// Reads an `authentication.plist`, in any of the formats of property lists.
  ///
  /// - Parameter data: The content of the file, at most 64 KiB. Its values are strings.
  /// - Throws: `misused` naming `configuration` when it is not such a property list, or the key that is
  ///   missing, empty or invalid.
  public init(propertyList data: Data) throws(OAuthError) {
    let texts: [String: String]
    do {
      guard data.count <= Self.maximumFile else { throw Self.unreadable("a property list") }
      texts = try PropertyListDecoder().decode([String: String].self, from: data)
    } catch {
      throw Self.unreadable("a property list")
    }
    try self.init(texts)
  }

  /// Reads the same keys from a JSON object. Whole numbers are accepted in place of strings.
  ///
  /// - Parameter data: The JSON object, at most 64 KiB.
  /// - Throws: `misused` naming `configuration` when it is not such a JSON object, or the key that is
  ///   missing, empty or invalid.
  public init(json data: Data) throws(OAuthError) {
    guard data.count <= Self.maximumFile, let object = try? JSONObject(parsing: [UInt8](data))
    else { throw Self.unreadable("a JSON object") }
    var texts: [String: String] = [:]
    for (key, value) in object {
      // The ids of institutions may be written as numbers.
      guard let text = value.stringValue ?? value.intValue.map(String.init) else {
        throw .misused(key, "The configuration needs a text for this key.")
      }
      texts[key] = text
    }
    try self.init(texts)
  }

  private static let maximumFile = 64 << 10

  private static func unreadable(_ form: String) -> OAuthError {
    .misused("configuration", "The configuration is not \(form) of at most 64 KiB with texts only.")
  }

  private init(_ texts: [String: String]) throws(OAuthError) {
    func text(_ key: String) -> String? { texts[key].flatMap { $0.isEmpty ? nil : $0 } }
    func required(_ key: String) throws(OAuthError) -> String {
      guard let text = text(key) else {
        throw .misused(key, "The configuration lacks this key, or it is empty.")
      }
      return text
    }
    self.init(
      wskey: try required("wskey"), redirectURL: try required("redirectUrl"),
      scopes: Scope.list(try required("scopes")))
    guard !scopes.isEmpty, scopes.allSatisfy(\.isValid) else {
      throw .misused("scopes", "A scope is missing or holds forbidden characters.")
    }
    if let base = text("authenticatingServerBaseUrl") { authenticatingServerBaseURL = base }
    authenticatingInstitutionID = text("authenticatingInstitutionId")
    contextInstitutionID = text("contextInstitutionId")
    if let type = text("responseType") {
      guard let type = ResponseType(rawValue: type) else {
        throw .misused("responseType", "The response type is neither token nor code.")
      }
      responseType = type
    }
  }

  /// The provider of this configuration. Sign-ins at it use the flow of ``responseType``.
  ///
  /// - Parameter presentation: How requests to OCLC's resource servers are authorized.
  /// - Throws: `misused` naming `authenticatingServerBaseUrl`, when the URL is invalid.
  public func provider(presentation: TokenPresentation = .bearer) throws(OAuthError) -> Provider {
    var provider: Provider
    do {
      provider = try .oclc(
        url: authenticatingServerBaseURL, authenticatingInstitution: authenticatingInstitutionID,
        contextInstitution: contextInstitutionID, presentation: presentation)
    } catch {
      throw .misused("authenticatingServerBaseUrl", error.reason)
    }
    if responseType == .token { provider.dialect.flow = .implicit(because: Self.reason) }
    return provider
  }

  private static let reason = "the configuration has responseType token"

  /// The implicit sign-in of this configuration, with another user agent than that of the client.
  ///
  /// - Parameter userAgent: The user agent that shows OCLC's pages and receives the fragment.
  /// - Throws: `misused` naming `responseType` when it is `code`: such an app calls `signIn(scopes:)` of
  ///   its client.
  public func implicitSignIn(
    userAgent: any UserAgent
  ) throws(OAuthError) -> ImplicitSignIn {
    guard responseType == .token else {
      throw .misused("responseType", "The configuration asks for a code and not for tokens.")
    }
    return ImplicitSignIn(
      userAgent: userAgent, redirectURI: redirectURL, scopes: scopes,
      because: Self.reason)
  }
}
