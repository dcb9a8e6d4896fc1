// SPDX-License-Identifier: Apache-2.0

/// What names a client without a secret to the token endpoint.
public enum ClientNaming: String, Sendable, Hashable, CaseIterable {
  /// The parameter `client_id`, as in RFC 6749 §3.2.1.
  case parameter
  /// The provider's own header fields; there the parameter has another meaning. Seen at Kii.
  case fields
}
