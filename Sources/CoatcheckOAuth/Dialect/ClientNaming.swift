// SPDX-License-Identifier: Apache-2.0

/// How a token request names a client without a secret.
public enum ClientNaming: String, Sendable, Hashable, CaseIterable {
  /// The parameter `client_id`, as in
  /// [RFC 6749 §3.2.1](https://www.rfc-editor.org/rfc/rfc6749#section-3.2.1).
  case parameter
  /// Header fields of the provider; the parameter has another meaning there. Seen at Kii.
  case fields
}
