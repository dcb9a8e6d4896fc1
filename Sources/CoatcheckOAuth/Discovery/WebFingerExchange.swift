// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import HTTPTypes
public import CoatcheckFoundation

/// Finds a user's issuer by an e-mail address or a web page of the user.
///
/// The answer is a hint of the host's: the issuer's own document has to say the same name.
/// [OIDC Discovery §2](https://openid.net/specs/openid-connect-discovery-1_0.html#IssuerDiscovery),
/// [RFC 7033](https://www.rfc-editor.org/rfc/rfc7033).
public struct WebFingerExchange: ServedExchange {
  /// A request as the server reads it.
  public struct Received: Sendable, Hashable {
    /// What is asked about: `acct:joe@example.com`, `https://example.com/joe`.
    public let resource: String
    /// Whether the issuer is asked for; anything may be answered else.
    public let wantsIssuer: Bool
  }

  static let path = "/.well-known/webfinger"
  static let relation = "http://openid.net/specs/connect/1.0/issuer"

  private let resource: String
  /// Where the host of the name is asked.
  public let endpoint: Endpoint

  /// Requests the issuer of a name as a user types it.
  ///
  /// - Parameter name: `joe@example.com`, `example.com/joe`, `https://example.com:8080/`, or a URI of either
  ///   form.
  /// - Throws: `misused` naming `name`, when no host is in it that may be asked.
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

  /// `joe@example.com`; nil for what is no account.
  private static func account(_ text: String) -> String? {
    let bare = text.hasPrefix("acct:") ? String(text.dropFirst(5)) : text
    guard !bare.contains("/"), !bare.contains("?"), let at = bare.lastIndex(of: "@"),
      at > bare.startIndex, bare.index(after: at) < bare.endIndex
    else { return nil }
    return bare
  }

  /// The request.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    (HTTPRequest.get(endpoint, accept: "application/jrd+json, application/json"), Data())
  }

  /// Reads the issuer.
  ///
  /// - Throws: `unreadable` when the host names none, or one that is not HTTPS.
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
    // A host elsewhere has no business with ports of this machine.
    guard !issuer.isPlainLoopback || endpoint.scheme == "http" else {
      throw .unreadable(
        .insecureEndpoint, "A host on HTTPS names an issuer on plain HTTP.", parameter: "href")
    }
    return issuer
  }

  /// Reads a question.
  public static func received(head: HTTPRequest, body: Data) throws(OAuthError) -> Received {
    try head.requireGET()
    let target = head.path ?? ""
    guard target.prefix(while: { $0 != "?" }) == path else {
      throw .refused(.invalidRequest, "This is not the path of WebFinger.", status: 404)
    }
    let query = target.drop { $0 != "?" }.dropFirst()
    // RFC 7033 §4.1: "The "rel" parameter MAY be included multiple times in order to request multiple link
    // relation types." They are looked at one by one.
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

  /// The issuer, which any cache may store for five minutes. RFC 7033 §5: any web page may read it.
  public static func response(_ reply: Issuer) -> (head: HTTPResponse, body: Data) {
    let link: JSONObject = ["rel": .string(relation), "href": .string(reply.text)]
    var answer = ServedResponse.document(
      ["links": [.object(link)]], type: "application/jrd+json")
    if let name = HTTPField.Name("Access-Control-Allow-Origin") {
      answer.head.headerFields[name] = "*"
    }
    return answer
  }

  /// The refusal as JSON.
  public static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data) {
    ServedResponse.refusal(refusal, allowed: "GET")
  }
}
