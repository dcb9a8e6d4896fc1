// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import HTTPTypes
import CoatcheckFoundation

/// One request of an ``AuthorizedTransport`` with all its attempts. It is sent again at most once with
/// a new token, at most once with the same token, and once for each redirect.
struct AuthorizedExchange {
  typealias Send =
    @Sendable (HTTPRequest, RequestBody, _ attempt: Int) async throws(OAuthError)
    -> StreamedResponse

  private let rules: AuthorizedTransport
  private let send: Send
  /// The request of the caller or of the last redirect, always without authorization.
  private var request: HTTPRequest
  private var body: RequestBody
  /// The session as it was when the last request was authorized.
  private var snapshot: Snapshot?
  /// Whether all redirects stayed within the origin of the caller's request; only then it is
  /// authorized.
  private var isAtHome = true
  private var hasReplacedToken = false
  private var hasRepeated = false
  /// How many times the request was sent.
  private(set) var attempts = 0

  /// - Throws: `misused` when the request cannot be sent with a token.
  init(
    _ rules: AuthorizedTransport, _ request: HTTPRequest, _ body: RequestBody,
    send: @escaping Send
  ) throws(OAuthError) {
    // RFC 6750 §5.3: "Clients MUST always use TLS […] when making requests with bearer tokens."
    try request.checkSendable()
    guard request.headerFields[.authorization] == nil else {
      throw .misused("request", "The request has an Authorization field already.")
    }
    self.rules = rules
    self.send = send
    self.request = try request.typed(for: body)
    self.body = body
  }

  /// Sends the request, follows its redirects, and returns the final response.
  mutating func response() async throws(OAuthError) -> StreamedResponse {
    var visited: Set<String> = []
    var redirects = 0
    while true {
      let response = isAtHome ? try await authorized() : try await sent(request)
      guard rules.redirects.limit > 0,
        let redirect = try Redirect(response.head, to: request)
      else { return response }
      redirects += 1
      guard redirects <= rules.redirects.limit else {
        throw .redirectRefused("The resource server redirects too often.", response.head)
      }
      visited.insert(place)
      try follow(redirect, response.head)
      guard !visited.contains(place) else {
        throw .redirectRefused("The resource server redirects in a loop.", response.head)
      }
    }
  }

  /// Identifies a request that was sent before, to detect a redirect loop.
  private var place: String {
    "\(isAtHome) \(request.method) \(request.scheme ?? "")://\(request.authority ?? "")"
      + (request.path ?? "")
  }

  private mutating func follow(_ redirect: Redirect, _ head: HTTPResponse) throws(OAuthError) {
    if !redirect.keepsBody { body = .empty }
    if !body.isEmpty {
      guard body.isRepeatable else {
        throw .redirectRefused("The body cannot be sent to the redirect target.", head)
      }
      guard redirect.isWithinOrigin || rules.redirects.bodies != .withinOrigin else {
        throw .redirectRefused(
          "The resource server redirects a request with a body to another origin.", head)
      }
    }
    isAtHome = isAtHome && redirect.isWithinOrigin
    request = redirect.request
  }

  private mutating func sent(_ request: HTTPRequest) async throws(OAuthError) -> StreamedResponse {
    attempts += 1
    return try await send(request, body, attempts)
  }

  /// Sends the request with authorization, and again as far as the verdict of the authorizer requires
  /// it.
  private mutating func authorized() async throws(OAuthError) -> StreamedResponse {
    while true {
      let authorized = try await authorizedRequest()
      var response = try await sent(authorized)
      let count = rules.authorizer.bytesForVerdict(on: response.head)
      var start = Data()
      if count > 0 { (start, response.body) = try await response.body.peek(count) }
      let verdict = await rules.authorizer.verdict(on: response.head, body: start, to: authorized)
      switch verdict {
      case .accepted: return response
      case .repeatWithSameToken:
        guard !hasRepeated, isRepeatable else { return response }
        hasRepeated = true
      case .tokenRejected:
        try await replaceToken(rejectedBy: response.head)
      }
    }
  }

  private var isRepeatable: Bool { body.isEmpty || body.isRepeatable }

  /// The request with authorization, ready to be sent. Refreshes the session where necessary.
  mutating func authorizedRequest() async throws(OAuthError) -> HTTPRequest {
    if let session = rules.session {
      if !rules.authorizer.usesAccessToken {
        snapshot = try session.state.snapshot()
      } else if snapshot == nil {
        snapshot = try await session.usable()
      }
    }
    var authorized = request
    try await rules.authorizer.authorize(
      &authorized, as: snapshot.map { AuthorizedSession($0.stored) },
      environment: rules.environment)
    if authorized.hasAddress(of: request) {
      // The address and the caller's fields were checked before; only the added fields are checked
      // here.
      try authorized.checkFields(besidesThoseOf: request)
      return authorized
    }
    guard try Redirect.origin(authorized.endpoint()) == Redirect.origin(request.endpoint()) else {
      throw .misused("authorizer", "The authorizer changed the origin of the request.")
    }
    return authorized
  }

  private mutating func replaceToken(
    rejectedBy head: HTTPResponse
  ) async throws(OAuthError) {
    let rejection =
      BearerChallenge.refusal(in: head, from: "The service")
      ?? .refused(
        .invalidToken, "The resource server refused the access token.", status: head.status.code)
    guard rules.authorizer.usesAccessToken, !hasReplacedToken, let session = rules.session,
      let rejected = snapshot?.stored, rejected.isRenewable
    else { throw rejection }
    hasReplacedToken = true
    _ = try await session.refresher.refreshed(after: rejected)
    snapshot = try session.state.snapshot()
    session.metrics.countRequestRetry()
    guard isRepeatable else {
      throw .refused(
        .invalidToken,
        "The resource server refused the access token, which is replaced now, and the body cannot be sent again.",
        parameter: "body", status: head.status.code)
    }
  }
}
