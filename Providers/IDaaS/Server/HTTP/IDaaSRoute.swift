// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckServer
import HTTPTypes

/// A method and a path of the server, with the function that handles its requests.
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

  /// All routes, by area. Any other path is 404.
  static let table: [IDaaSRoute] =
    loginRoutes + messageRoutes + captchaRoutes + sessionRoutes + accountRoutes + upstreamRoutes
    + hostedRoutes + outboxRoutes + receiptRoutes

  /// The paths that continue with a handle.
  static let prefixes = table.filter(\.isPrefix).map(\.path)
}
