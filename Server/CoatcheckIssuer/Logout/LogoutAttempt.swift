// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// One rule of the logout endpoint.
protocol LogoutRule: Sendable {
  func apply(to attempt: inout LogoutAttempt, by server: AuthorizationServer) async throws
}

/// The state of one logout request on its way through the rules.
struct LogoutAttempt: Sendable {
  let ask: LogoutInput

  // Established by the rules, in this order.
  var hint: IDTokenHint?
  var client: RegisteredClient?
  var location: String?
  /// Whether the location is shown as a link, instead of a redirect.
  var isLink = false
  /// Whether `logout_hint` names another user than the one who is signed in.
  var isForAnotherUser = false
  /// Set when the user must confirm first; the rules stop there.
  var isUnconfirmed = false
  var ended: EndedSession?

  /// The result: the clients to notify, by back-channel and by frames.
  var notices: [LogoutNotice] = []
  var frames: [Endpoint] = []
}
