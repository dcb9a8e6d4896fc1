// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

extension AuthorizationRequest {
  /// The client and the redirect URI that a request names: what a server has to check before it may
  /// redirect at all.
  ///
  /// [RFC 6749 §4.1.2.1](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1).
  public struct Destination: Sendable {
    /// The `client_id`: printable ASCII, otherwise unchecked.
    public let clientID: String
    /// The `redirect_uri` as it was received; compare it byte for byte with the registered ones. Nil when
    /// the request names none.
    public let redirectURI: String?
    /// The `state`, which the response returns unchanged; nil when the request has none.
    public let state: String?
  }

  /// Reads the parameters of a request to the authorization endpoint: a `GET` with a query, or a `POST`
  /// with a form.
  ///
  /// [RFC 6749 §3.1](https://www.rfc-editor.org/rfc/rfc6749#section-3.1).
  ///
  /// - Parameters:
  ///   - head: The HTTP request.
  ///   - body: The form of a `POST`, at most 64 KiB; not read for a `GET`.
  /// - Returns: The parameters. Of these only `resource` may be repeated; those with an empty value are
  ///   left out.
  /// - Throws: `refused`, ``OAuthError/Code/invalidRequest``, when the method, the encoding or the length
  ///   is not accepted, or a parameter is repeated. Do not redirect then: show an error page with the
  ///   error's status (405, 413, 414 or 415; 400 when it is nil).
  public static func parameters(head: HTTPRequest, body: Data) throws(OAuthError) -> Parameters {
    let query = head.path.flatMap { path in
      path.firstIndex(of: "?").map { path[path.index(after: $0)...] }
    }
    if head.method == .get {
      guard (query ?? "").utf8.count <= FormRequest.maximumBody else {
        throw .refused(.invalidRequest, "The request is too long.", status: 414)
      }
      return try Parameters(bytes: Array((query ?? "").utf8), repeatable: repeatable)
    }
    guard head.method == .post else {
      throw .refused(
        .invalidRequest, "This endpoint takes GET and POST requests only.", status: 405)
    }
    guard MediaType.isForm(head.headerFields[.contentType]),
      head.headerFields[.contentEncoding] == nil
    else {
      throw .refused(
        .invalidRequest, "The request must be a \(MediaType.form) form in UTF-8.", status: 415)
    }
    guard body.count <= FormRequest.maximumBody else {
      throw .refused(.invalidRequest, "The request is too long.", status: 413)
    }
    // Query and form are read as one, so that a parameter in both is refused as a repeated one.
    return try Parameters(
      bytes: Array((query ?? "").utf8) + [0x26] + Array(body), repeatable: repeatable)
  }

  /// Reads which client sends the request, and where the authorization response would be sent.
  ///
  /// - Parameter parameters: The parameters of the request.
  /// - Throws: `refused`, ``OAuthError/Code/invalidRequest``, when the client id is missing or invalid, or
  ///   the redirect URI is not an absolute URI without a fragment and user information. Show an error page:
  ///   RFC 6749 §4.1.2.1 has the server "inform the resource owner of the error" and forbids it to
  ///   redirect.
  public static func destination(in parameters: Parameters) throws(OAuthError) -> Destination {
    guard let clientID = parameters["client_id"] else {
      throw .refused(.invalidRequest, "The client id is missing.", parameter: "client_id")
    }
    guard clientID.isVSCHAR else {
      throw .refused(
        .invalidRequest, "The client id holds forbidden characters.", parameter: "client_id")
    }
    if let redirectURI = parameters["redirect_uri"] {
      guard let parts = URIParts(redirectURI), parts.fragment == nil,
        parts.authority?.userInfo == nil
      else {
        throw .refused(
          .invalidRequest, "The redirect URI is not an absolute URI without a fragment.",
          parameter: "redirect_uri")
      }
    }
    return Destination(
      clientID: clientID, redirectURI: parameters["redirect_uri"], state: parameters["state"])
  }

  /// Reads a request whose destination was checked.
  ///
  /// - Parameters:
  ///   - parameters: The parameters of the request, or those of its verified request object.
  ///   - modes: The response modes that the server supports. Others are refused.
  /// - Throws: `refused`, to be returned to the client by a redirect: ``OAuthError/Code/invalidRequest``,
  ///   ``OAuthError/Code/unsupportedResponseType`` for any other than `code`,
  ///   ``OAuthError/Code/invalidScope``, ``OAuthError/Code/invalidTarget``,
  ///   ``OAuthError/Code/invalidAuthorizationDetails``, or ``OAuthError/Code/requestNotSupported`` and
  ///   ``OAuthError/Code/requestURINotSupported`` for a request object that was not resolved before. Also
  ///   what ``destination(in:)`` throws, and then there is no redirect.
  public init(
    parsing parameters: Parameters, accepting modes: Set<ResponseMode> = [.query]
  ) throws(OAuthError) {
    let destination = try Self.destination(in: parameters)
    try Self.refuseRequestObjects(parameters)
    responseType = try Self.responseType(in: parameters)
    responseMode = try Self.responseMode(in: parameters, accepting: modes)
    clientID = destination.clientID
    redirectURI = destination.redirectURI
    state = destination.state
    scopes = try Self.scopes(in: parameters)
    nonce = parameters["nonce"]
    (codeChallenge, codeChallengeMethod) = try Self.challenge(in: parameters)
    prompt = try Self.prompt(in: parameters)
    maxAge = try Self.maxAge(in: parameters)
    loginHint = parameters["login_hint"]
    idTokenHint = parameters["id_token_hint"].map(Secret.init)
    acrValues = Self.words(parameters["acr_values"])
    uiLocales = Self.words(parameters["ui_locales"])
    resources = try ResourceIndicator.read(in: parameters)
    details = try AuthorizationDetail.read(parameters)
    claims = try ClaimsRequest.read(parameters)
    dpopThumbprint = try Self.thumbprint(in: parameters)
    extra = parameters.without(Self.reserved)
  }
}
