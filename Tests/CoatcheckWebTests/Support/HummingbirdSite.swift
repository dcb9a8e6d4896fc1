// SPDX-License-Identifier: Apache-2.0
import CoatcheckHummingbird
import CoatcheckWeb
import Hummingbird
import Synchronization
import TestKit

struct SiteContext: SignInRequestContext {
  var coreContext: CoreRequestContextStorage
  var signIn = SignInStorage()
  init(source: Source) { coreContext = .init(source: source) }
}

/// A website in Hummingbird, on a loopback port.
final class HummingbirdSite: RunningSite {
  let origin: String
  let transport: any HTTPTransport = PatientTransport()
  /// The log of the application, with its requests.
  let log: CapturedLog
  private let door: SiteDoor
  private let running: Task<Void, any Error>

  private init(
    origin: String, log: CapturedLog, door: SiteDoor, running: Task<Void, any Error>
  ) {
    self.origin = origin
    self.log = log
    self.door = door
    self.running = running
  }

  deinit { running.cancel() }

  static func start() async throws -> HummingbirdSite {
    let (ports, found) = AsyncStream.makeStream(of: Int.self)
    let (door, log) = (SiteDoor(), CapturedLog())
    let app = Application(
      responder: door, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in found.yield(channel.localAddress?.port ?? 0) },
      logger: log.logger)
    let running = Task { try await app.run() }
    for await port in ports {
      return HummingbirdSite(
        origin: "http://127.0.0.1:\(port)", log: log, door: door, running: running)
    }
    throw OAuthError.unreachable(.connectionFailed, "The site did not start.")
  }

  func serve(_ web: WebSignIn) async throws {
    let router = Router(context: SiteContext.self)
    router.signIn(web)
    router.add(middleware: LogRequestsMiddleware(.info))
    router.get("/") { _, context in await Self.page("/", context.session) }
    let members = router.group(context: SignedIn<SiteContext>.self)
    for path in ["/albums", "/token", "/count"] {
      members.get(RouterPath(path)) { _, context in await Self.page(path, context.session) }
      members.post(RouterPath(path)) { _, context in await Self.page(path, context.session) }
    }
    members.get("/call") { _, context in
      _ = try await context.session.accessToken()
      return await Self.page("/call", context.session)
    }
    members.get("/pictures") { _, context in
      Self.response(await SitePages.pictures(try await context.connection("pictures")))
    }
    router.group("pay", requiring: SitePages.payment)
      .get { _, context in await Self.page("/pay", context.session) }
    router.group("recent", requiring: SitePages.recent)
      .get { _, context in await Self.page("/recent", context.session) }
    router.group("admin", allowing: { $0.has("admin", in: "groups") })
      .get { _, context in await Self.page("/admin", context.session) }
    door.open(router.buildResponder())
  }

  private static func page(_ path: String, _ session: WebSession?) async -> Response {
    response(await SitePages.text(path, session))
  }

  private static func response(_ page: (status: Int, text: String)) -> Response {
    Response(
      status: .init(code: page.status), body: .init(byteBuffer: .init(string: page.text)))
  }
}

/// Responds once the port, and so the origin of the site, is known.
private final class SiteDoor: HTTPResponder {
  private struct Inner {
    let responder: any HTTPResponder<SiteContext>
  }

  private let inner = Mutex<Inner?>(nil)

  func open(_ responder: some HTTPResponder<SiteContext>) {
    inner.withLock { $0 = Inner(responder: responder) }
  }

  func respond(to request: Request, context: SiteContext) async throws -> Response {
    guard let inner = inner.withLock({ $0 }) else { throw HTTPError(.serviceUnavailable) }
    return try await inner.responder.respond(to: request, context: context)
  }
}
