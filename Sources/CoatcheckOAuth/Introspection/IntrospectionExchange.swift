// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import HTTPTypes
public import CoatcheckFoundation

/// Asks an authorization server whether a token is good, and for what: what APIs do with tokens they cannot
/// read.
///
/// [RFC 7662 §2](https://www.rfc-editor.org/rfc/rfc7662#section-2),
/// [RFC 9701 §4](https://www.rfc-editor.org/rfc/rfc9701#section-4).
public struct IntrospectionExchange: ServedExchange, AuthenticatedExchange {
  /// How the answer comes.
  public enum Form: String, Sendable, Hashable {
    /// As JSON, which TLS alone protects.
    case plain
    /// As a JWT, which can be kept and shown to others: RFC 9701.
    case signed
  }

  /// An answer.
  public enum Reply: Sendable {
    /// As JSON.
    case plain(Introspection)
    /// A JWT that is not verified yet: ``SignedResponseRules/introspection(in:)``.
    case signed(Secret)
  }

  /// A request as the server reads it.
  public struct Received: Sendable {
    /// The token that is asked about.
    public let token: Secret
    /// What the API says it is; unknown hints are ignored.
    public let hint: RevocationExchange.Hint?
    /// Who the API says it is.
    public let client: PresentedClient
    /// How it wants the answer.
    public let form: Form
  }

  private let token: Secret
  private let hint: RevocationExchange.Hint?
  /// The client and its credentials.
  public let client: ClientIdentity
  private let endpoint: Endpoint
  private let form: Form

  /// Asks about a token.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - hint: What kind it is.
  ///   - client: Who asks. RFC 7662 §2.1: "the endpoint MUST also require some form of authorization".
  ///   - endpoint: The introspection endpoint of the token's issuer.
  ///   - form: How the answer has to come; an answer in the other form is refused.
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

  /// The request about the token.
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

  /// Reads the answer.
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
    // Otherwise a proxy could remove the signature.
    guard form == .plain else { throw Self.otherForm }
    return .plain(try Introspection(parsing: json))
  }

  private static let otherForm = OAuthError.unreadable(
    .replyMalformed, "The introspection endpoint answered in another form than was asked for.",
    parameter: "Content-Type")

  /// Reads a request, as strictly as one for tokens.
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

  /// The answer, not to be stored by anything on the way.
  public static func response(_ reply: Reply) -> (head: HTTPResponse, body: Data) {
    switch reply {
    case .plain(let introspection): ServedResponse.json(introspection.json)
    case .signed(let jwt): ServedResponse.jwt(jwt, type: mediaType)
    }
  }

  /// The refusal as JSON.
  public static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data) {
    ServedResponse.refusal(refusal, allowed: "POST")
  }
}
