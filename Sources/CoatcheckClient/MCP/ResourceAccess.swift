// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import HTTPTypes
import Logging
public import CoatcheckFoundation

/// Requests to an API of which only the address is known. The authorization server, its endpoints and a
/// client registration are determined when the API first refuses a request.
///
/// This is what the Model Context Protocol requires of its clients:
///
/// ```swift
/// let access = ResourceAccess(
///   to: try Endpoint("https://mcp.example/mcp"),
///   as: try ResourceClients(.native(name: "My tool", redirectURIs: ["http://127.0.0.1/callback"])),
///   by: .user(LoopbackUserAgent { url in await open(url) }), in: store,
///   runtime: ClientRuntime(transport: transport))
/// let (head, body) = try await access.send(request, body: message)
/// ```
///
/// [MCP Authorization](https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization),
/// [RFC 9728](https://www.rfc-editor.org/rfc/rfc9728), [RFC 8707](https://www.rfc-editor.org/rfc/rfc8707).
public actor ResourceAccess {
  /// The maximum number of times that the user, or the authorization server, is asked for one request.
  public static let maximumAttempts = 3

  /// The address of the API.
  public nonisolated let resource: Endpoint

  private let clients: ResourceClients
  private let way: ResourceAuthorization
  private let store: any TokenStore & ClientStore
  private let discovery: ResourceDiscovery
  private let runtime: ClientRuntime
  private var session: Session?
  private var flight: SingleFlight<Session>?

  /// Creates the access to an API.
  ///
  /// - Parameters:
  ///   - resource: The address of the API, as requests are sent to it.
  ///   - clients: The client registrations of the program.
  ///   - way: How the program gets tokens.
  ///   - store: The store for sessions and registrations.
  ///   - runtime: The transport, the clocks and the rules for responses.
  ///   - discovery: How the API's authorization server is determined; nil for the addresses in the
  ///     API's metadata with ``AddressGuard/standard``.
  public init(
    to resource: Endpoint, as clients: ResourceClients, by way: ResourceAuthorization,
    in store: any TokenStore & ClientStore, runtime: ClientRuntime,
    discovery: ResourceDiscovery? = nil
  ) {
    self.resource = resource
    self.clients = clients
    self.way = way
    self.store = store
    self.runtime = runtime
    self.discovery =
      discovery
      ?? ResourceDiscovery(transport: runtime.transport, environment: runtime.environment)
  }

  /// Sends a request, and sends it again when it needed a token or more scopes than the token has.
  ///
  /// - Parameters:
  ///   - request: A request to the API's origin, without an `Authorization` field.
  ///   - body: The body of the request; empty for none.
  ///   - limit: The maximum length of the response body, and the time for each attempt.
  /// - Returns: The response, whatever its status, unless it is about the token.
  /// - Throws: `misused` naming `request` when the request goes to another origin: nothing was sent;
  ///   `refused` when the API does not accept the tokens of its authorization server; else what
  ///   discovery (``ResourceDiscovery/find(_:challenge:preferring:)``), registration, sign-in, the
  ///   store or the transport throws.
  public func send(
    _ request: HTTPRequest, body: Data = Data(), limit: ResponseLimit = .standard
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    // The token is for this API only.
    guard try request.endpoint().origin == resource.origin else {
      throw .misused("request", "The origin of the request is not that of the API.")
    }
    var asked: [[Scope]] = []
    var (refreshed, repeated) = (false, false)
    var current = try await known()
    var nonce: DPoPNonce?
    while true {
      let authorized = try await authorized(request, by: &current)
      let response = try await runtime.transport.send(authorized, body: body, limit: limit)
      let verdict = await current?.authorizer.verdict(
        on: response.head, body: Data(), to: authorized)
      if verdict == .repeatWithSameToken, !repeated {
        repeated = true
        continue
      }
      guard let challenge = Self.challenge(in: response.head) else { return response }
      // Another token would get the same response: the problem is the DPoP proof.
      guard challenge.error != .useDPoPNonce else { throw Self.refusal(challenge, response.head) }
      nonce = DPoPNonce(in: response.head.headerFields)
      let isStepUp = response.head.status == .forbidden
      if !isStepUp, !refreshed, let session = current, session.stored?.refreshToken != nil {
        refreshed = true
        repeated = false
        if await renewed(session) { continue }
      }
      // The user is asked again only for scopes that the last request for tokens did not have.
      let lacks = challenge.scope.filter { !(asked.last ?? []).contains($0) }
      guard asked.count < Self.maximumAttempts, asked.isEmpty || (isStepUp && !lacks.isEmpty)
      else { throw Self.refusal(challenge, response.head) }
      let next = try await authorize(challenge, after: current, steppingUp: isStepUp)
      asked.append(next.stored?.requestedScopes ?? [])
      repeated = false
      // RFC 9449 §8.2: "the client MUST use the new nonce value […] in […] the next request". This
      // nonce was received before the session had a key.
      if let nonce { next.learn(nonce, of: Redirect.origin(resource)) }
      current = next
    }
  }

  /// Revokes the tokens of the session, where the authorization server supports it, and removes the
  /// session from the store. Having no session is not an error.
  ///
  /// - Throws: `storeFailed`, `storeLocked` or `storeDamaged` when the session cannot be read from the
  ///   store: nothing was done then. Failures of the sign-out itself are not reported.
  public func signOut() async throws(OAuthError) {
    if let session = try await known() { _ = await session.signOut() }
    session = nil
  }

  /// The session that is kept for this API; nil if there is no such session.
  private func known() async throws(OAuthError) -> Session? {
    if let session, session.stored != nil { return session }
    let kept = try await store.sessions(AccountFilter(name: resource.text))
      .max { $0.obtainedAt < $1.obtainedAt }
    session = kept.map(live)
    return session
  }

  private func live(_ stored: StoredSession) -> Session {
    Session(stored, store: store, runtime: runtime)
  }

  /// The request with a token, where there is one that can be used.
  private func authorized(
    _ request: HTTPRequest, by session: inout Session?
  ) async throws(OAuthError) -> HTTPRequest {
    guard let present = session else { return request }
    do throws(OAuthError) {
      return try await present.authorized(request)
    } catch  where error.isOver {
      session = nil
      return request
    }
  }

  private func renewed(_ session: Session) async -> Bool {
    do throws(OAuthError) {
      try await session.refresh()
      return true
    } catch {
      return false
    }
  }

  /// Gets a session that satisfies the challenge. Concurrent callers share one sign-in.
  private func authorize(
    _ challenge: BearerChallenge, after before: Session?, steppingUp: Bool
  ) async throws(OAuthError) -> Session {
    if let flight { return try await flight.value() }
    // Another task has signed in meanwhile.
    if let session, session !== before, session.stored != nil { return session }
    let flight = SingleFlight<Session>.start {
      await self.authorized(challenge, after: before?.stored, steppingUp: steppingUp)
    }
    self.flight = flight
    return try await flight.value()
  }

  private func authorized(
    _ challenge: BearerChallenge, after before: StoredSession?, steppingUp: Bool
  ) async -> Result<Session, OAuthError> {
    defer { flight = nil }
    do throws(OAuthError) {
      let stored = try await stored(challenge, after: before, steppingUp: steppingUp)
      let next = live(stored)
      session = next
      return .success(next)
    } catch {
      return .failure(error)
    }
  }

  private func stored(
    _ challenge: BearerChallenge, after before: StoredSession?, steppingUp: Bool
  ) async throws(OAuthError) -> StoredSession {
    let found = try await discovery.find(
      resource, challenge: challenge, preferring: before?.account.issuer)
    let client = try await clients.identity(
      at: found.server,
      registrar: ClientRegistrar(
        in: store, transport: runtime.transport, environment: runtime.environment))
    // Scopes that another authorization server granted do not count at this one.
    let granted = steppingUp && before?.account.issuer == found.server.issuer.text ? before : nil
    let scopes = ResourceScopes(
      challenge: challenge, found: found,
      before: Scope.list(Scope.text((granted?.requestedScopes ?? []) + (granted?.scopes ?? []))),
      staysSignedIn: clients.metadata.grantTypes?.contains("refresh_token") == true
    ).asked
    runtime.logger.debug(
      "the authorization server of an API is used",
      metadata: ["issuer": "\(found.server.issuer)"])
    let context = try SignInContext(
      ClientContext(
        provider: Provider(metadata: found.server), client: client, runtime: runtime))
    let stored = try await way.session(
      in: context, for: found, scopes: scopes, storedAs: resource.text)
    try await store.save(stored)
    if let before, before.account != stored.account { try await store.remove(before.account) }
    return stored
  }

  /// The challenge about the token; nil when the response is about something else.
  private static func challenge(in head: HTTPResponse) -> BearerChallenge? {
    let fields = head.headerFields[values: .wwwAuthenticate]
    let challenge =
      BearerChallenge(fields: fields) ?? BearerChallenge(fields: fields, scheme: .dpop)
    switch head.status {
    // Some APIs refuse a token without a challenge.
    case .unauthorized: return challenge ?? BearerChallenge()
    case .forbidden: return challenge?.error == .insufficientScope ? challenge : nil
    default: return nil
    }
  }

  private static func refusal(_ challenge: BearerChallenge, _ head: HTTPResponse) -> OAuthError {
    OAuthError(
      outcome: .refused, code: challenge.error ?? .invalidToken,
      reason: "The API refuses the tokens of its authorization server.",
      status: head.status.code,
      parameter: challenge.scope.isEmpty ? nil : Scope.text(challenge.scope),
      peer: .init(description: challenge.errorDescription, uri: challenge.errorURI))
  }
}

extension OAuthError {
  /// Whether a session has ended, so that the user has to be asked again.
  fileprivate var isOver: Bool {
    if case .sessionEnded = errorClass { return true }
    return code == .sessionMissing
  }
}
