// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckClient
import CoatcheckOAuth
import CoatcheckHummingbird
import Hummingbird
import Logging

/// A resource server on a loopback port that logs at `trace`.
enum GuardedAPI {
  struct Context: AccessTokenRequestContext {
    var coreContext: CoreRequestContextStorage
    var accessToken: AccessToken?
    init(source: Source) { coreContext = .init(source: source) }
  }

  static func with(
    _ stage: Stage, _ source: TokenSource, audience: String,
    _ body: @escaping @Sendable (_ origin: String) async throws -> Void
  ) async throws {
    // The audience of the tokens is the issuer.
    let resource = ProtectedResource(identifier: try Endpoint(audience))
    let server = ResourceServer(
      resource, taking: [source], transport: WireTap(Transports.system, stage.marks),
      environment: stage.environment)
    stage.show("server", server)
    let router = Router(context: Context.self)
    router.add(middleware: LogRequestsMiddleware(.trace))
    router.protectedResourceMetadata(of: server)
    let jobs = router.group("jobs")
      .add(middleware: AccessTokenMiddleware(server, requiring: .init(scopes: ["jobs:read"])))
    jobs.get { _, context in
      stage.show("token", context.accessToken as Any)
      return "done"
    }
    jobs.group("new")
      .add(middleware: AccessTokenMiddleware(server, requiring: .init(scopes: ["jobs:write"])))
      .get { _, _ in "done" }
    let (ports, found) = AsyncStream.makeStream(of: Int.self)
    let app = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in found.yield(channel.localAddress?.port ?? 0) },
      logger: stage.logger("api"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await app.run() }
      for await port in ports {
        try await body("http://127.0.0.1:\(port)")
        break
      }
      group.cancelAll()
      while let _ = try? await group.next() {}
    }
  }
}
