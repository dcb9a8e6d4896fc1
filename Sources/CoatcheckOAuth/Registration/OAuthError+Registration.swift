// SPDX-License-Identifier: Apache-2.0

/// Codes of [RFC 7591 §3.2.2](https://www.rfc-editor.org/rfc/rfc7591#section-3.2.2).
extension OAuthError.Code {
  /// A redirect URI isn't one the server takes.
  public static let invalidRedirectURI = Self(rawValue: "invalid_redirect_uri")
  /// Something else that the client says about itself can't be.
  public static let invalidClientMetadata = Self(rawValue: "invalid_client_metadata")
  /// The software statement is no good.
  public static let invalidSoftwareStatement = Self(rawValue: "invalid_software_statement")
  /// The software statement is good, and not approved here.
  public static let unapprovedSoftwareStatement = Self(rawValue: "unapproved_software_statement")
}
