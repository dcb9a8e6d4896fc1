// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// The state of one device authorization request on its way through the pipeline.
struct DeviceAttempt: Sendable {
  let request: DeviceAuthorizationRequest
  /// The source address: requests and wrong secrets are counted per address.
  let source: String

  // Established by the rules.
  var client: RegisteredClient?
  var scopes: [String] = []

  /// The result.
  var authorization: DeviceAuthorization?
}
