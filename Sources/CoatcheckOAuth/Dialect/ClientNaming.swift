// SPDX-License-Identifier: Apache-2.0

/// What names a client without a secret to the token endpoint.
public enum ClientNaming: String, Sendable, Hashable, CaseIterable {
  /// The parameter `client_id`, as RFC 6749 §3.2.1 says.
  case parameter
  /// The provider's own header fields; there the parameter would mean something else (Kii).
  case fields
}
