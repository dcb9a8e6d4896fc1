// SPDX-License-Identifier: Apache-2.0

/// The steps in which parameters are sent.
public enum GrantStep: String, Sendable, Hashable, CaseIterable {
  /// The address that the browser is sent to.
  case authorization
  /// The exchange of a code.
  case code
  /// A refresh.
  case refresh
  /// A token for the client itself.
  case clientCredentials = "client_credentials"
  /// A username and password.
  case password
  /// An assertion, or any other grant.
  case other
}
