// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckServer
import HTTPTypes

extension IDaaSRoute {
  /// The routes of sign-ins through a social network.
  static let upstreamRoutes: [IDaaSRoute] = [
    IDaaSRoute(.get, "/api/v1/login/weibo/start") { server, request in
      await server.page(request) { try await server.startWeibo($0) }
    },
    IDaaSRoute(.get, "/api/v1/login/weibo") { server, request in
      await server.page(request) { try await server.returnFromWeibo($0) }
    },
    IDaaSRoute(.get, IDaaSServer.cancelPath) { server, request in await server.cancelled(request) },
    IDaaSRoute(.get, IDaaSServer.cancelPath + "/", isPrefix: true) { server, request in
      await server.cancelled(request)
    },
  ]
}

extension IDaaSServer {
  /// Handles a request of a browser; an error page does not name the reason.
  func page(
    _ request: ServedRequest, _ answer: (ServedRequest) async throws -> ServedResponse
  ) async -> ServedResponse {
    do {
      return try await answer(request)
    } catch {
      audit(.storeUnavailable(error))
      return .text(.serviceUnavailable, "Please try again later.")
    }
  }
}
