// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// A front-channel logout: the authorization server notifies a client through the user's browser that a
/// session has ended. It shows a page of the client in a frame of its own page.
///
/// [OpenID Connect Front-Channel Logout 1.0 §2, §3](https://openid.net/specs/openid-connect-frontchannel-1_0.html#RPLogout).
public struct FrontChannelLogout: Sendable, Hashable {
  /// `iss`: the issuer that sends the notification; nil when the request does not name it.
  public let issuer: String?
  /// `sid`: the session that has ended; nil when the request does not name it.
  public let sessionID: String?

  /// Creates a notification, as the authorization server does.
  ///
  /// - Parameters:
  ///   - issuer: The issuer that sends the notification.
  ///   - sessionID: The session that has ended: the `sid` of its ID token.
  public init(issuer: Issuer, sessionID: String) {
    self.issuer = issuer.text
    self.sessionID = sessionID
  }

  /// Reads a request for the client's page.
  ///
  /// - Throws: `refused`, ``OAuthError/Code/invalidRequest``: for another method than `GET` and `HEAD`
  ///   (405), a query that cannot be read, or one that has only one of `iss` and `sid`.
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
  ///   - issuer: The issuer of the browser's session.
  ///   - sessionID: The `sid` in the ID token of that session; nil when it had none.
  ///   - required: Whether the request must name the session.
  /// - Throws: `refused`, ``OAuthError/Code/invalidRequest`` naming `iss` or `sid`, when it is about
  ///   another session or names none and has to. Do not end the session then.
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

  /// Whether a request has to name the session that has ended.
  public enum SessionNaming: Sendable, Hashable {
    /// It has to, since the client registered `frontchannel_logout_session_required`.
    case required
    /// It does not have to. Then any web page can sign the user out; the associated value states why that
    /// is acceptable.
    case optional(because: String)
  }

  /// The address that the frame loads: the client's page with `iss` and `sid` in its query.
  ///
  /// - Parameter endpoint: The `frontchannel_logout_uri` that the client registered.
  /// - Throws: `misused` when the query of `endpoint` is malformed or already sets `iss` or `sid`, or the
  ///   address is too long.
  public func address(at endpoint: Endpoint) throws(OAuthError) -> Endpoint {
    var parameters = Parameters()
    parameters["iss"] = issuer
    parameters["sid"] = sessionID
    let own = try Parameters(ownQuery: endpoint.query, of: "endpoint")
    if let name = own.names.first(where: { parameters[$0] != nil }) {
      throw .misused(name, "The address's own query sets a parameter of the request.")
    }
    let separator = endpoint.query == nil ? "?" : own.isEmpty ? "" : "&"
    return try Endpoint(endpoint.text + separator + parameters.encoded)
  }

  /// The client's response: an empty page that is not cached.
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
