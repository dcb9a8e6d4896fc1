// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// The state of one introspection request on its way through the pipeline.
struct IntrospectAttempt: Sendable {
  let request: IntrospectionExchange.Received
  /// The source address: wrong secrets are counted per address.
  let source: String

  // Established by the rules.
  var client: RegisteredClient?
  var introspection: Introspection?

  /// The result.
  var reply: IntrospectionExchange.Reply?
}
