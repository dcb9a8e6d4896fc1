// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckOAuth
import CoatcheckServer
import HTTPTypes

extension IDaaSRoute {
  /// The routes that show the messages that were not really sent, in development only.
  static let outboxRoutes: [IDaaSRoute] = [
    IDaaSRoute(.get, "/outbox") { server, request in
      server.developer(request) { OutboxPage(outbox: $0, origin: server.settings.origin).page }
    },
    IDaaSRoute(.get, OutboxPage.styleSheetPath) { server, request in
      server.developer(request) { _ in OutboxPage.styleSheet }
    },
    IDaaSRoute(.get, "/api/v2/dev/outbox") { server, request in
      server.developer(request) { outbox in
        guard let query = try? Parameters(decoding: request.query) else {
          return .text(.badRequest, "The address cannot be read.")
        }
        return OutboxList(outbox: outbox, contact: query["contact"]).response(
          requestID: server.environment.token(bytes: 12))
      }
    },
  ]
}

extension IDaaSServer {
  /// Handles a request in development. On any other server the path does not exist.
  fileprivate func developer(
    _ request: ServedRequest, _ answer: (Outbox) -> ServedResponse
  ) -> ServedResponse {
    guard settings.isDevelopment, let outbox = messages as? Outbox else {
      return .text(.notFound, "Not found.")
    }
    return answer(outbox)
  }
}
