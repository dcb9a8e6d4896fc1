// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// The state of one revocation request on its way through the pipeline.
struct RevokeAttempt: Sendable {
  let request: RevocationExchange.Received
  /// The source address: wrong secrets are counted per address.
  let source: String

  // Established by the rules.
  var client: RegisteredClient?
}
