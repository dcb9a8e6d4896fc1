// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import HTTPTypes
public import CoatcheckFoundation

/// Sends a backchannel authentication request: the user is prompted on another device, without a browser
/// here.
///
/// [OpenID Connect CIBA Core 1.0
/// §7](https://openid.net/specs/openid-client-initiated-backchannel-authentication-core-1_0.html#auth_request).
public struct BackchannelAuthenticationExchange: ServedExchange, AuthenticatedExchange {
  /// The key that signs a request, and its audience.
  public struct Signature: Sendable {
    let key: SigningKey
    let issuer: Issuer

    /// Creates the signature parameters.
    ///
    /// - Parameters:
    ///   - key: The client's private key; the authorization server knows the public one.
    ///   - issuer: The issuer, the only audience for which the signed request is valid.
    public init(key: SigningKey, issuer: Issuer) {
      self.key = key
      self.issuer = issuer
    }
  }

  /// A backchannel authentication request as the server reads it. Only its form has been checked.
  public struct Received: Sendable {
    /// The two forms of a request.
    public enum Content: Sendable {
      /// Form parameters.
      case parameters(BackchannelAuthenticationRequest)
      /// A signed request object. After its signature was verified with the client's key, read it with
      /// ``BackchannelAuthenticationRequest/init(_:from:at:now:leeway:)``.
      case signed(UnverifiedJWT)
    }

    /// The request, as parameters or signed.
    public let content: Content
    /// The client that the request names, not authenticated yet.
    public let client: PresentedClient
    /// The parameters that this module does not know.
    public let extra: Parameters
  }

  private let question: BackchannelAuthenticationRequest
  /// The client and its credentials.
  public let client: ClientIdentity
  private let endpoint: Endpoint
  private let signature: Signature?
  private let extra: Parameters

  /// Creates the exchange for one backchannel authentication request.
  ///
  /// - Parameters:
  ///   - question: The request.
  ///   - client: The client and its credentials.
  ///   - endpoint: The backchannel authentication endpoint.
  ///   - signature: The key that signs the request; nil sends it unsigned.
  ///   - extra: Additional parameters that the provider requires.
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

  /// The HTTP request to the backchannel authentication endpoint, when it is not signed: a `POST` with the
  /// parameters as a form.
  ///
  /// - Throws: `misused` naming the part that cannot be sent; naming `request` when the exchange has a
  ///   signature, which needs the clock and randomness of ``request(in:)``.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    guard signature == nil else {
      throw .misused("request", "A signed request is made for one moment.")
    }
    var form = try question.parameters()
    try form.add(extra, reserved: TokenRequest.reserved.union(["request"]))
    return try FormRequest.post(form, to: endpoint, as: client)
  }

  /// The HTTP request to the backchannel authentication endpoint, with the client credentials that are made
  /// for each request. With a signature, the parameters stand in a request object that is valid for 60
  /// seconds.
  ///
  /// - Parameter environment: The wall clock, and the source of randomness for `jti` and the client
  ///   assertion.
  /// - Throws: `misused` naming the part that cannot be sent, or when the key cannot sign.
  public func request(
    in environment: RuntimeEnvironment
  ) throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    guard let signature else { return try client.proved(request(), in: environment) }
    var form = try question.parameters()
    try form.add(extra, reserved: TokenRequest.reserved.union(["request"]))
    let object = try BackchannelRequestObject.signed(
      form, by: signature.key, of: client.id, for: signature.issuer, in: environment)
    // "The parameters MUST NOT be present outside of the JWT", except those of client authentication.
    return try client.proved(
      FormRequest.post(["request": object], to: endpoint, as: client), in: environment)
  }

  /// Reads the acceptance.
  ///
  /// - Throws: `refused` with the server's code when it rejects the request; `unreadable`,
  ///   ``OAuthError/Code/replyMalformed``, naming `auth_req_id` or `expires_in` when it is missing or
  ///   invalid; `unreachable` when the server cannot answer now.
  public func reply(
    head: HTTPResponse, body: Data, receivedAt: Date
  ) throws(OAuthError) -> BackchannelAuthentication {
    let json = try JSONReply(
      source: "The backchannel authentication endpoint", mediaType: .json
    ).object(head: head, body: body, receivedAt: receivedAt)
    return try BackchannelAuthentication(json: json, receivedAt: receivedAt)
  }

  /// Reads a backchannel authentication request.
  ///
  /// - Throws: `refused`: ``OAuthError/Code/invalidRequest`` for another method than `POST` (405), a form
  ///   that cannot be read, parameters beside a signed request, a signed request that is not a JWT, or not
  ///   exactly one hint about the user; ``OAuthError/Code/invalidClient`` for client credentials that
  ///   cannot be read; ``OAuthError/Code/invalidScope`` without the scope `openid`;
  ///   ``OAuthError/Code/invalidBindingMessage`` for a message that cannot be shown;
  ///   ``OAuthError/Code/invalidTarget`` for a malformed resource.
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

  /// The acceptance as JSON, which must not be cached.
  public static func response(
    _ reply: BackchannelAuthentication
  ) -> (head: HTTPResponse, body: Data) {
    ServedResponse.json(reply.json)
  }

  /// The error response as JSON, with the status of the error code.
  public static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data) {
    ServedResponse.refusal(refusal, allowed: "POST")
  }
}
