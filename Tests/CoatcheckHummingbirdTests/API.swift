// SPDX-License-Identifier: Apache-2.0

import CoatcheckHummingbird
import Hummingbird
import TestKit

struct APIContext: AccessTokenRequestContext {
  var coreContext: CoreRequestContextStorage
  var accessToken: AccessToken?
  init(source: Source) { coreContext = .init(source: source) }
}

/// A third party's API, on a loopback port: `/` needs no token, `/jobs` any valid token, `/jobs/new` a
/// token with the scope for writing.
final class API: Sendable {
  let origin: String
  private let running: Task<Void, any Error>

  private init(origin: String, running: Task<Void, any Error>) {
    self.origin = origin
    self.running = running
  }

  deinit { running.cancel() }

  static func start(
    taking sources: [TokenSource], audiences: Set<String>,
    schemes: [BearerChallenge.Scheme] = [.bearer], transport: any HTTPTransport,
    environment: RuntimeEnvironment = .live
  ) async throws -> API {
    let (ports, found) = AsyncStream.makeStream(of: Int.self)
    let door = Door()
    let app = Application(
      responder: door, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in found.yield(channel.localAddress?.port ?? 0) },
      logger: Logger(label: "api") { _ in SwiftLogNoOpLogHandler() })
    let running = Task { try await app.run() }
    for await port in ports {
      let origin = "http://127.0.0.1:\(port)"
      var resource = ProtectedResource(identifier: try Endpoint(origin))
      resource.otherAudiences = audiences
      resource.schemes = schemes
      let server = ResourceServer(
        resource, taking: sources, transport: transport, environment: environment)
      door.open(routes(server).buildResponder())
      return API(origin: origin, running: running)
    }
    throw OAuthError.unreachable(.connectionFailed, "The API did not start.")
  }

  private static func routes(_ server: ResourceServer) -> Router<APIContext> {
    let router = Router(context: APIContext.self)
    router.protectedResourceMetadata(of: server)
    router.get("/") { _, _ in "open to all" }
    let jobs = router.group("jobs")
      .add(middleware: AccessTokenMiddleware(server, requiring: .init(scopes: ["jobs:read"])))
    jobs.get { _, context in context.accessToken?.clientID ?? "anonymous" }
    jobs.get("broken") { _, _ -> String in throw OAuthError.refused(.invalidToken, "my own") }
    jobs.group("new")
      .add(middleware: AccessTokenMiddleware(server, requiring: .init(scopes: ["jobs:write"])))
      .post { _, _ in "done" }
    return router
  }
}

/// Responds once the port, and so the API's address, is known.
private final class Door: HTTPResponder {
  private struct Inner {
    let responder: any HTTPResponder<APIContext>
  }

  private let inner = Mutex<Inner?>(nil)

  func open(_ responder: some HTTPResponder<APIContext>) {
    inner.withLock { $0 = Inner(responder: responder) }
  }

  func respond(to request: Request, context: APIContext) async throws -> Response {
    guard let inner = inner.withLock({ $0 }) else { throw HTTPError(.serviceUnavailable) }
    return try await inner.responder.respond(to: request, context: context)
  }
}
