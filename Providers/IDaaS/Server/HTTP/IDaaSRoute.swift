// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckServer
import HTTPTypes

/// One path of the server: what may be asked there, and who answers.
struct IDaaSRoute: Sendable {
  typealias Handler = @Sendable (IDaaSServer, ServedRequest) async -> ServedResponse

  let method: HTTPRequest.Method
  let path: String
  /// Whether the path continues with a handle.
  let isPrefix: Bool
  let handler: Handler

  init(
    _ method: HTTPRequest.Method, _ path: String, isPrefix: Bool = false,
    _ handler: @escaping Handler
  ) {
    self.method = method
    self.path = path
    self.isPrefix = isPrefix
    self.handler = handler
  }

  /// A call of the interface.
  static func call<Call: IDaaSCall>(
    _ type: Call.Type,
    _ handler: @escaping @Sendable (IDaaSServer, Call, CallContext) async throws -> Call.Reply
  ) -> IDaaSRoute {
    IDaaSRoute(Call.method, Call.path) { server, request in
      await server.serve(request) { message, context in
        Call.json(try await handler(server, Call(message), context))
      }
    }
  }

  /// A call of the interface that an app may send again under the same `Idempotency-Key`.
  static func repeatable<Call: IDaaSCall>(
    _ type: Call.Type,
    _ handler: @escaping @Sendable (IDaaSServer, Call, CallContext) async throws -> Call.Reply
  ) -> IDaaSRoute {
    IDaaSRoute(Call.method, Call.path) { server, request in
      await server.serveOnce(request) { message, context in
        Call.json(try await handler(server, Call(message), context))
      }
    }
  }

  /// The same route, with a response that a caller may cache.
  func cacheable(for seconds: Int) -> IDaaSRoute {
    IDaaSRoute(method, path, isPrefix: isPrefix) { server, request in
      await handler(server, request).cacheable(for: seconds, request)
    }
  }

  /// Every path there is, by area. Anything else, however alike, is 404.
  static let table: [IDaaSRoute] =
    loginRoutes + messageRoutes + captchaRoutes + sessionRoutes + accountRoutes + upstreamRoutes
    + hostedRoutes + outboxRoutes + receiptRoutes

  /// The paths that go on with a handle.
  static let prefixes = table.filter(\.isPrefix).map(\.path)
}
