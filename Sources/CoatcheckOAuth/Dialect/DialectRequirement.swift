// SPDX-License-Identifier: Apache-2.0

/// What a provider requires besides the protocol.
public enum DialectRequirement: String, Sendable, Hashable, CaseIterable {
  /// All of its clients have a secret. A client without one can use a session and cannot refresh it.
  /// Seen at docomo.
  case clientSecret = "client_secret"
  /// Each request names at least one scope. Seen at docomo.
  case scope
  /// The app gives the redirect URI: no default is chosen when it is missing. Seen at docomo.
  case redirectURI = "redirect_uri"
  /// A session is stored under a name that the app gives. A sign-in without a name, or with an empty one, loads
  /// nothing and stores nothing. Seen at docomo.
  case name
  /// A refresh is signed with the secret of the client. A client without a secret never sends its refresh token:
  /// the user signs in again. Seen at OCLC.
  case signedRefresh = "signed_refresh"
}
