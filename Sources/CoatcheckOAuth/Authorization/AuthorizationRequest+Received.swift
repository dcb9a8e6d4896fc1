// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

extension AuthorizationRequest {
  /// Where the answer to a request would go: what a server has to check before it may redirect at
  /// all.
  public struct Destination: Sendable {
    /// Who asks.
    public let clientID: String
    /// Where the answer is to go, as given; compare it byte for byte with the registered ones.
    public let redirectURI: String?
    /// What comes back unchanged.
    public let state: String?
  }

  /// The parameters of a GET, or of a POST with a form.
  ///
  /// - Throws: `refused`, ``OAuthError/Code/invalidRequest``. Nothing may be redirected then: show
  ///   an error page with the error's status (400, 405, 413 or 415).
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
    // A parameter in the query and again in the form is repeated, hence refused.
    return try Parameters(
      bytes: Array((query ?? "").utf8) + [0x26] + Array(body), repeatable: repeatable)
  }

  /// Reads where the answer would go.
  ///
  /// - Throws: `refused`, when that cannot be said. Show an error page: RFC 6749 §4.1.2.1 has the
  ///   server "inform the resource owner of the error" and forbids it to redirect.
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

  /// Reads a request whose destination is good.
  ///
  /// - Throws: `refused` with the code to redirect back.
  ///
  /// - Parameters:
  ///   - parameters: The parameters.
  ///   - modes: The response modes that the server can answer in. Others are refused.
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
