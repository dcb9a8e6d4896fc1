// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// One rule of the endpoint that ends sessions.
protocol LogoutRule: Sendable {
  func apply(to attempt: inout LogoutAttempt, by server: AuthorizationServer) async throws
}

/// The state of one request to end a session on its way through the rules.
struct LogoutAttempt: Sendable {
  let ask: LogoutInput

  // Established by the rules, in this order.
  var hint: IDTokenHint?
  var client: RegisteredClient?
  var location: String?
  /// Whether the location is shown as a link only.
  var isLink = false
  /// Whether `logout_hint` names another user than the one who is signed in.
  var isForAnotherUser = false
  /// Set when the user has to be asked; the rules stop there.
  var isUnconfirmed = false
  var ended: EndedSession?

  /// The result.
  var notices: [LogoutNotice] = []
  var frames: [Endpoint] = []
}
