// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// A notification of the issuer, through the user's browser, that a session ended: a page of the client that
/// is shown in a frame of the issuer's.
///
/// [OpenID Connect Front-Channel Logout 1.0 §2, §3](https://openid.net/specs/openid-connect-frontchannel-1_0.html#RPLogout).
public struct FrontChannelLogout: Sendable, Hashable {
  /// `iss`: who says it; nil where the request does not.
  public let issuer: String?
  /// `sid`: which session is over; nil where the request does not say.
  public let sessionID: String?

  /// A logout to be told.
  ///
  /// - Parameters:
  ///   - issuer: Who says it.
  ///   - sessionID: Which session is over.
  public init(issuer: Issuer, sessionID: String) {
    self.issuer = issuer.text
    self.sessionID = sessionID
  }

  /// Reads a request for the page.
  ///
  /// - Throws: `refused` with ``OAuthError/Code/invalidRequest`` (405 for other methods than GET).
  public init(_ head: HTTPRequest) throws(OAuthError) {
    try head.requireGET()
    let query = head.path.flatMap { path in
      path.firstIndex(of: "?").map { path[path.index(after: $0)...] }
    }
    let parameters = try Parameters(decoding: query ?? "")
    issuer = parameters["iss"]
    sessionID = parameters["sid"]
    // "If either is included, both MUST be."
    guard (issuer == nil) == (sessionID == nil) else {
      throw .refused(.invalidRequest, "The request names an issuer or a session, not both.")
    }
  }

  /// Whether the request is about the session that this browser has.
  ///
  /// - Parameters:
  ///   - issuer: Whose session the browser has.
  ///   - sessionID: The `sid` of its ID token; nil when that had none.
  ///   - required: Whether the client registered `frontchannel_logout_session_required`.
  /// - Throws: `refused`, naming `iss` or `sid`, when it is not. The session stays as it is.
  public func check(
    issuer: Issuer, sessionID: String?, required: SessionNaming = .required
  ) throws(OAuthError) {
    guard let named = self.issuer, let session = self.sessionID else {
      guard case .optional = required else {
        throw .refused(
          .invalidRequest, "The request does not say which session is over.", parameter: "sid")
      }
      return
    }
    guard named.isExactly(issuer.text) else {
      throw .refused(
        .invalidRequest, "The request comes from another issuer.", parameter: "iss")
    }
    guard let sessionID, session.isExactly(sessionID) else {
      throw .refused(.invalidRequest, "The request is about another session.", parameter: "sid")
    }
  }

  /// Whether a request has to say which session is over.
  public enum SessionNaming: Sendable, Hashable {
    /// It has to: the client registered `frontchannel_logout_session_required`.
    case required
    /// It need not, and then any web page can sign the user out.
    case optional(because: String)
  }

  /// The address of the frame.
  ///
  /// - Parameter endpoint: The client's `frontchannel_logout_uri`.
  public func address(at endpoint: Endpoint) throws(OAuthError) -> Endpoint {
    var parameters = Parameters()
    parameters["iss"] = issuer
    parameters["sid"] = sessionID
    let own = try Parameters(decoding: endpoint.query ?? "")
    if let name = own.names.first(where: { parameters[$0] != nil }) {
      throw .misused(name, "The address's own query sets a parameter of the request.")
    }
    let separator = endpoint.query == nil ? "?" : own.isEmpty ? "" : "&"
    return try Endpoint(endpoint.text + separator + parameters.encoded)
  }

  /// The page: an empty one that is not cached.
  ///
  /// §3: "The RP's response SHOULD include the Cache-Control HTTP response header field with a no-store
  /// value".
  public static var response: (head: HTTPResponse, body: Data) {
    var answer = ServedResponse.empty(status: .ok)
    answer.head.headerFields[.contentType] = "text/html; charset=utf-8"
    answer.body = Data("<!doctype html><title>Signed out</title>".utf8)
    return answer
  }
}
