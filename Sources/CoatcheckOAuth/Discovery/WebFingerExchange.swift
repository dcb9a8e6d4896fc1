// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import HTTPTypes
public import CoatcheckFoundation

/// Finds the issuer of a user by an e-mail address or a web page of the user.
///
/// The response is only a hint of the host: the metadata of the issuer has to be fetched, and has to name
/// the same issuer.
/// [OIDC Discovery §2](https://openid.net/specs/openid-connect-discovery-1_0.html#IssuerDiscovery),
/// [RFC 7033](https://www.rfc-editor.org/rfc/rfc7033).
public struct WebFingerExchange: ServedExchange {
  /// A request as the server reads it.
  public struct Received: Sendable, Hashable {
    /// The name that the request is about, a URI: `acct:joe@example.com`, `https://example.com/joe`.
    public let resource: String
    /// Whether the response has to name the issuer: the request has no `rel`, or one of its `rel` is that
    /// of the issuer. A server is free in its response to any other request.
    public let wantsIssuer: Bool
  }

  static let path = "/.well-known/webfinger"
  static let relation = "http://openid.net/specs/connect/1.0/issuer"

  private let resource: String
  /// The WebFinger address at the host of the name, with its query.
  public let endpoint: Endpoint

  /// Creates the exchange for a name as a user types it.
  ///
  /// - Parameter name: `joe@example.com`, `example.com/joe`, `https://example.com:8080/`, or a URI of
  ///   either form. A fragment is ignored.
  /// - Throws: `misused`, ``OAuthError/Code/invalidArgument`` naming `name`, when it holds no host to
  ///   which the request can be sent.
  public init(name: String) throws(OAuthError) {
    let text = name.prefix { $0 != "#" }
    let authority: String
    if let account = Self.account(String(text)) {
      // §2.1.2: "If the user input Identifier […] has a userinfo and host component […] the acct scheme is
      // assumed."
      resource = "acct:" + account
      authority = String(account.split(separator: "@").last ?? "")
    } else {
      resource = text.contains("://") ? String(text) : "https://" + text
      guard let parts = URIParts(resource), let host = parts.authority, host.userInfo == nil else {
        throw Self.noName
      }
      authority = host.text
    }
    guard let parts = URIParts("https://" + authority), let host = parts.authority,
      parts.path.isEmpty, parts.query == nil, host.userInfo == nil
    else { throw Self.noName }
    let scheme = host.isLoopback && !resource.hasPrefix("https://") ? "http" : "https"
    var query: Parameters = ["resource": resource]
    query["rel"] = Self.relation
    do {
      endpoint = try Endpoint("\(scheme)://\(host.text)\(Self.path)?\(query.encoded)")
    } catch {
      throw Self.noName
    }
  }

  private static let noName = OAuthError.misused(
    "name", "The name holds no host that could be asked about it.")

  /// The account in a text, such as `joe@example.com`; nil when the text is not an account.
  private static func account(_ text: String) -> String? {
    let bare = text.hasPrefix("acct:") ? String(text.dropFirst(5)) : text
    guard !bare.contains("/"), !bare.contains("?"), let at = bare.lastIndex(of: "@"),
      at > bare.startIndex, bare.index(after: at) < bare.endIndex
    else { return nil }
    return bare
  }

  /// The HTTP request: a `GET` of ``endpoint``, which accepts `application/jrd+json` and JSON.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    (HTTPRequest.get(endpoint, accept: "application/jrd+json, application/json"), Data())
  }

  /// Reads the issuer from the links of the response.
  ///
  /// - Throws: As ``Exchange/reply(head:body:receivedAt:)``; also `unreadable`,
  ///   ``OAuthError/Code/metadataMalformed`` naming `links` when the host names no issuer, and naming
  ///   `href` when it names something else than an issuer identifier;
  ///   ``OAuthError/Code/insecureEndpoint`` naming `href` when the issuer is not HTTPS.
  public func reply(head: HTTPResponse, body: Data, receivedAt: Date) throws(OAuthError) -> Issuer {
    let json = try JSONReply(source: "The host")
      .object(head: head, body: body, receivedAt: receivedAt)
    let links = json["links"]?.arrayValue?.compactMap(\.objectValue) ?? []
    guard
      let text = links.first(where: { $0["rel"]?.stringValue == Self.relation })?["href"]?
        .stringValue
    else {
      throw .unreadable(
        .metadataMalformed, "The host knows no issuer for this name.", parameter: "links")
    }
    let issuer: Issuer
    do {
      issuer = try Issuer(text)
    } catch {
      throw .unreadable(
        error.code == .insecureEndpoint ? .insecureEndpoint : .metadataMalformed, error.reason,
        parameter: "href")
    }
    // A host on another machine must not name an issuer on a port of this machine.
    guard !issuer.isPlainLoopback || endpoint.scheme == "http" else {
      throw .unreadable(
        .insecureEndpoint, "A host on HTTPS names an issuer on plain HTTP.", parameter: "href")
    }
    return issuer
  }

  /// Reads a WebFinger request.
  ///
  /// [RFC 7033 §4.2](https://www.rfc-editor.org/rfc/rfc7033#section-4.2).
  ///
  /// - Throws: `refused`, ``OAuthError/Code/invalidRequest``: with status 404 for another path, with 405
  ///   when the method is neither `GET` nor `HEAD`, and with 400 when `resource` is missing or repeated,
  ///   or the query is not well encoded.
  public static func received(head: HTTPRequest, body: Data) throws(OAuthError) -> Received {
    try head.requireGET()
    let target = head.path ?? ""
    guard target.prefix(while: { $0 != "?" }) == path else {
      throw .refused(.invalidRequest, "This is not the path of WebFinger.", status: 404)
    }
    let query = target.drop { $0 != "?" }.dropFirst()
    // RFC 7033 §4.1: "The "rel" parameter MAY be included multiple times in order to request multiple link
    // relation types." So each pair is decoded on its own: `Parameters` refuses repeated names.
    var (resource, relations): (String?, [String]) = (nil, [])
    for piece in query.split(separator: "&") {
      let pair = try Parameters(decoding: piece)
      if let text = pair["resource"] {
        // §4.2: 'If the "resource" parameter is absent or malformed' the status is 400; twice is malformed.
        guard resource == nil else { throw noResource }
        resource = text
      }
      if let text = pair["rel"] { relations.append(text) }
    }
    guard let resource else { throw noResource }
    return Received(
      resource: resource, wantsIssuer: relations.isEmpty || relations.contains(relation))
  }

  private static let noResource = OAuthError.refused(
    .invalidRequest, "The request asks about nothing, or about two things.", parameter: "resource")

  /// The successful response: one link to the issuer, which any cache may store for five minutes and
  /// scripts of any web page may read ([RFC 7033 §5](https://www.rfc-editor.org/rfc/rfc7033#section-5)).
  public static func response(_ reply: Issuer) -> (head: HTTPResponse, body: Data) {
    let link: JSONObject = ["rel": .string(relation), "href": .string(reply.text)]
    var answer = ServedResponse.document(
      ["links": [.object(link)]], type: "application/jrd+json")
    if let name = HTTPField.Name("Access-Control-Allow-Origin") {
      answer.head.headerFields[name] = "*"
    }
    return answer
  }

  /// The error response, as JSON.
  public static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data) {
    ServedResponse.refusal(refusal, allowed: "GET")
  }
}
