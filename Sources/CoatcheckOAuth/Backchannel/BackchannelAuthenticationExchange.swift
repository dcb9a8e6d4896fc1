// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import HTTPTypes
public import CoatcheckFoundation

/// Requests that the user is prompted on another device.
///
/// [OpenID Connect CIBA Core 1.0
/// §7](https://openid.net/specs/openid-client-initiated-backchannel-authentication-core-1_0.html#auth_request).
public struct BackchannelAuthenticationExchange: ServedExchange, AuthenticatedExchange {
  /// What signs a request, and for whom.
  public struct Signature: Sendable {
    let key: SigningKey
    let issuer: Issuer

    /// A signature by the client's key.
    ///
    /// - Parameters:
    ///   - key: The client's key, whose public half the issuer knows.
    ///   - issuer: The issuer, for whom alone the request counts.
    public init(key: SigningKey, issuer: Issuer) {
      self.key = key
      self.issuer = issuer
    }
  }

  /// A request as the server reads it. Nothing in it has been checked but its form.
  public struct Received: Sendable {
    /// What is asked.
    public enum Content: Sendable {
      /// As parameters.
      case parameters(BackchannelAuthenticationRequest)
      /// In a JWT; verified with the client's key it becomes
      /// ``BackchannelAuthenticationRequest/init(_:from:at:now:leeway:)``.
      case signed(UnverifiedJWT)
    }

    /// What is asked.
    public let content: Content
    /// Who the client says it is.
    public let client: PresentedClient
    /// Parameters with no meaning here.
    public let extra: Parameters
  }

  private let question: BackchannelAuthenticationRequest
  /// The client and its credentials.
  public let client: ClientIdentity
  private let endpoint: Endpoint
  private let signature: Signature?
  private let extra: Parameters

  /// A request.
  ///
  /// - Parameters:
  ///   - question: The request to the user.
  ///   - client: The client and its credentials.
  ///   - endpoint: The backchannel authentication endpoint.
  ///   - signature: What signs the request; nil sends it unsigned.
  ///   - extra: Parameters a provider wants besides those of the protocol.
  public init(
    _ question: BackchannelAuthenticationRequest, client: ClientIdentity, endpoint: Endpoint,
    signature: Signature? = nil, extra: Parameters = [:]
  ) {
    self.question = question
    self.client = client
    self.endpoint = endpoint
    self.signature = signature
    self.extra = extra
  }

  /// The request, where it is not signed.
  ///
  /// - Throws: `misused` naming the part that cannot be sent; `request` for a signed request, which takes
  ///   the time and randomness of ``request(in:)``.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    guard signature == nil else {
      throw .misused("request", "A signed request is made for one moment.")
    }
    var form = try question.parameters()
    try form.add(extra, reserved: TokenRequest.reserved.union(["request"]))
    return try FormRequest.post(form, to: endpoint, as: client)
  }

  /// The request, signed where it shall be, with the client's proof in it.
  public func request(
    in environment: RuntimeEnvironment
  ) throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    guard let signature else { return try client.proved(request(), in: environment) }
    var form = try question.parameters()
    try form.add(extra, reserved: TokenRequest.reserved.union(["request"]))
    let object = try BackchannelRequestObject.signed(
      form, by: signature.key, of: client.id, for: signature.issuer, in: environment)
    // "The parameters MUST NOT be present outside of the JWT" but for those of client authentication.
    return try client.proved(
      FormRequest.post(["request": object], to: endpoint, as: client), in: environment)
  }

  /// Reads the answer.
  ///
  /// - Throws: `unreadable` naming the member that is missing; else as every exchange.
  public func reply(
    head: HTTPResponse, body: Data, receivedAt: Date
  ) throws(OAuthError) -> BackchannelAuthentication {
    let json = try JSONReply(
      source: "The backchannel authentication endpoint", mediaType: .json
    ).object(head: head, body: body, receivedAt: receivedAt)
    return try BackchannelAuthentication(json: json, receivedAt: receivedAt)
  }

  /// Reads a request to a backchannel authentication endpoint.
  public static func received(
    head: HTTPRequest, body: Data
  ) throws(OAuthError) -> Received {
    let form = try FormRequest.parameters(head: head, body: body, repeatable: ["resource"])
    let client = try PresentedClient(fields: head.headerFields, form: form)
    let names = BackchannelAuthenticationRequest.parameterNames
    let extra = form.without(TokenRequest.reserved.union(names))
    guard let object = form["request"] else {
      return Received(
        content: .parameters(try BackchannelAuthenticationRequest(form: form)), client: client,
        extra: extra)
    }
    guard names.subtracting(["request"]).allSatisfy({ form[$0] == nil }) else {
      throw .refused(
        .invalidRequest, "A parameter stands beside the signed request.", parameter: "request")
    }
    guard let token = try? UnverifiedJWT(object) else {
      throw .refused(
        .invalidRequest, "The signed request cannot be read.", parameter: "request")
    }
    return Received(content: .signed(token), client: client, extra: extra)
  }

  /// The acceptance as JSON, not to be stored by anything on the way.
  public static func response(
    _ reply: BackchannelAuthentication
  ) -> (head: HTTPResponse, body: Data) {
    ServedResponse.json(reply.json)
  }

  /// The refusal as JSON, with the status of its code.
  public static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data) {
    ServedResponse.refusal(refusal, allowed: "POST")
  }
}
