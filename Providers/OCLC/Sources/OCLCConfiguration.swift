// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckJOSE
public import CoatcheckOAuth
public import CoatcheckFoundation

/// What an app says to OCLC, as it stands in an `authentication.plist`, or in JSON with the same keys.
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
/// `signIn(scopes:)` obeys ``responseType``. No secret belongs into an app on a phone: any user of it can read the
/// secret. OCLC refreshes only by a request that is signed with it, so a session on a phone ends with its access
/// token, after about twenty minutes, and the user signs in again.
public struct OCLCConfiguration: Sendable {
  /// What comes back from the authorization page.
  public enum ResponseType: String, Sendable, Hashable, CaseIterable {
    /// The tokens, in the fragment of the redirect: the implicit flow, which only the past knows.
    case token
    /// A code, which is exchanged for the tokens.
    case code
  }

  /// `authenticatingServerBaseUrl`: where `authorizeCode` and `accessToken` are; OCLC's own when absent.
  public var authenticatingServerBaseURL = "https://authn.sd00.worldcat.org/oauth2"
  /// `wskey`: the public key that identifies the client.
  public var wskey: String
  /// `authenticatingInstitutionId`: the institution that signs the user in; nil lets the user choose.
  public var authenticatingInstitutionID: String?
  /// `contextInstitutionId`: the institution whose data is wanted.
  public var contextInstitutionID: String?
  /// `redirectUrl`: where the response arrives, such as `oclcApp://user_agent_flow`.
  public var redirectURL: String
  /// `scopes`: the services asked for; `refresh_token` among them asks for a refresh token.
  ///
  /// OCLC does not recommend refresh tokens on phones: using one takes a request that is signed with the secret, which
  /// is not safe on a phone. A client without a secret never sends its refresh token.
  public var scopes: [Scope]
  /// `responseType`: what comes back; `token` when absent, as the document has it.
  public var responseType = ResponseType.token

  /// A configuration.
  ///
  /// - Parameters:
  ///   - wskey: The public key that identifies the client.
  ///   - redirectURL: Where the response arrives.
  ///   - scopes: The services asked for.
  public init(wskey: String, redirectURL: String, scopes: [Scope]) {
    self.wskey = wskey
    self.redirectURL = redirectURL
    self.scopes = scopes
  }

  /// Reads an `authentication.plist`, in any of the formats of property lists.
  ///
  /// - Parameter data: The file, of at most 64 KiB.
  /// - Throws: `misused` naming the key that is missing, empty or wrong.
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

  /// Reads the same keys from a JSON object.
  ///
  /// - Parameter data: The file, of at most 64 KiB.
  /// - Throws: As ``init(propertyList:)``.
  public init(json data: Data) throws(OAuthError) {
    guard data.count <= Self.maximumFile, let object = try? JSONObject(parsing: [UInt8](data))
    else { throw Self.unreadable("a JSON object") }
    var texts: [String: String] = [:]
    for (key, value) in object {
      // Institutions are numbers to many.
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

  /// The provider it describes. Sign-ins at it request what ``responseType`` says.
  ///
  /// - Parameter presentation: What requests to OCLC's services authenticate by.
  /// - Throws: `misused` naming `authenticatingServerBaseUrl`, when it cannot be used.
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

  /// The implicit sign-in it describes, with another user agent than the client's.
  ///
  /// - Parameter userAgent: What shows OCLC's pages and receives the fragment.
  /// - Throws: `misused` naming `responseType` when it is `code`: then sign in with the scopes, as usual.
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
