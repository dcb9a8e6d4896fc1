// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import HTTPTypes
public import CoatcheckFoundation

/// Sends an introspection request: the authorization server returns whether a token is active, and its
/// claims. Resource servers do this with tokens that they cannot read.
///
/// [RFC 7662 §2](https://www.rfc-editor.org/rfc/rfc7662#section-2),
/// [RFC 9701 §4](https://www.rfc-editor.org/rfc/rfc9701#section-4).
public struct IntrospectionExchange: ServedExchange, AuthenticatedExchange {
  /// The format of the introspection response.
  public enum Form: String, Sendable, Hashable {
    /// JSON, which only TLS protects.
    case plain
    /// A signed JWT, which can be stored and shown to third parties
    /// ([RFC 9701](https://www.rfc-editor.org/rfc/rfc9701)).
    case signed
  }

  /// An introspection response.
  public enum Reply: Sendable {
    /// A JSON response.
    case plain(Introspection)
    /// A JWT that is not verified yet: verify its signature, then read it with
    /// ``SignedResponseRules/introspection(in:)``.
    case signed(Secret)
  }

  /// An introspection request as the server reads it. Only its form has been checked.
  public struct Received: Sendable {
    /// The token to introspect.
    public let token: Secret
    /// `token_type_hint`: the type of the token according to the client; nil without a hint or with an
    /// unknown one.
    public let hint: RevocationExchange.Hint?
    /// The client that the request names, not authenticated yet.
    public let client: PresentedClient
    /// The requested format of the response.
    public let form: Form
  }

  private let token: Secret
  private let hint: RevocationExchange.Hint?
  /// The client, usually a resource server, with its credentials.
  public let client: ClientIdentity
  private let endpoint: Endpoint
  private let form: Form

  /// Creates the exchange for one token.
  ///
  /// - Parameters:
  ///   - token: The token to introspect, an access token or a refresh token.
  ///   - hint: The type of the token; nil sends no hint.
  ///   - client: The client, usually a resource server, with its credentials.
  ///     [RFC 7662 §2.1](https://www.rfc-editor.org/rfc/rfc7662#section-2.1): "the endpoint MUST also
  ///     require some form of authorization".
  ///   - endpoint: The introspection endpoint of the authorization server that issued the token.
  ///   - form: The format that the response must have; a response in the other one is `unreadable`.
  public init(
    token: Secret, hint: RevocationExchange.Hint? = nil, client: ClientIdentity,
    endpoint: Endpoint, form: Form = .plain
  ) {
    self.token = token
    self.hint = hint
    self.client = client
    self.endpoint = endpoint
    self.form = form
  }

  static let mediaType = "application/token-introspection+jwt"

  /// The HTTP request to the introspection endpoint: a `POST` with the token as a form.
  ///
  /// - Throws: `misused` when the token, the client id or the client secret is empty or cannot be sent.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    guard token.reveal().isVSCHAR else {
      throw .misused("token", "The token is empty or holds forbidden characters.")
    }
    var parameters: Parameters = ["token": token.reveal()]
    parameters["token_type_hint"] = hint?.rawValue
    var request = try FormRequest.post(parameters, to: endpoint, as: client)
    if form == .signed { request.head.headerFields[.accept] = Self.mediaType }
    return request
  }

  /// Reads the introspection response.
  ///
  /// - Throws: `refused` when the server returned an error, for example for invalid client credentials;
  ///   `unreadable`, ``OAuthError/Code/replyMalformed``, when the response is malformed or does not have
  ///   the requested format; `unreachable` when the server cannot answer now. The token must not be
  ///   accepted then.
  public func reply(head: HTTPResponse, body: Data, receivedAt: Date) throws(OAuthError) -> Reply {
    let source = "The introspection endpoint"
    if head.status.code == 401, let refusal = BearerChallenge.refusal(in: head, from: source) {
      throw refusal
    }
    let isSigned = MediaType.essence(head.headerFields[.contentType] ?? "") == Self.mediaType
    if isSigned, head.status == .ok {
      guard form == .signed else { throw Self.otherForm }
      let text = String(decoding: body, as: UTF8.self)
      guard text.isVisibleASCII else {
        throw .unreadable(.replyMalformed, "The signed answer is not a JWT.")
      }
      return .signed(Secret(text))
    }
    let json = try JSONReply(source: source)
      .object(head: head, body: body, receivedAt: receivedAt)
    // If a signed response was requested, a plain one is refused: a proxy could have removed the signature.
    guard form == .plain else { throw Self.otherForm }
    return .plain(try Introspection(parsing: json))
  }

  private static let otherForm = OAuthError.unreadable(
    .replyMalformed, "The introspection endpoint answered in another form than was asked for.",
    parameter: "Content-Type")

  /// Reads an introspection request.
  ///
  /// - Throws: `refused`: ``OAuthError/Code/invalidRequest`` for another method than `POST` (405), a form
  ///   that cannot be read, a missing token, or two kinds of client authentication;
  ///   ``OAuthError/Code/invalidClient`` for client credentials that cannot be read.
  public static func received(head: HTTPRequest, body: Data) throws(OAuthError) -> Received {
    let form = try FormRequest.parameters(head: head, body: body)
    let client = try PresentedClient(fields: head.headerFields, form: form)
    guard let token = form["token"] else {
      throw .refused(.invalidRequest, "The token is missing.", parameter: "token")
    }
    let accepted = head.headerFields[values: .accept].flatMap { $0.split(separator: ",") }
    return Received(
      token: Secret(token),
      hint: form["token_type_hint"].flatMap(RevocationExchange.Hint.init), client: client,
      form: accepted.contains { MediaType.essence(String($0)) == mediaType } ? .signed : .plain)
  }

  /// The introspection response, which must not be cached.
  public static func response(_ reply: Reply) -> (head: HTTPResponse, body: Data) {
    switch reply {
    case .plain(let introspection): ServedResponse.json(introspection.json)
    case .signed(let jwt): ServedResponse.jwt(jwt, type: mediaType)
    }
  }

  /// The error response as JSON, with the status of the error code.
  public static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data) {
    ServedResponse.refusal(refusal, allowed: "POST")
  }
}
