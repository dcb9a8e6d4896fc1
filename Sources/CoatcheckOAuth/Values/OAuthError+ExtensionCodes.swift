// SPDX-License-Identifier: Apache-2.0

/// Error codes of the extensions of the protocol, which are sent between the peers.
extension OAuthError.Code {
  // RFC 8707 §2
  /// The resource is unknown, or no token for it can be had.
  public static let invalidTarget = Self("invalid_target")

  // RFC 9396 §5
  /// The authorization details are unknown, malformed or too many.
  public static let invalidAuthorizationDetails = Self("invalid_authorization_details")

  // RFC 9449 §5 and §8
  /// The DPoP proof is missing or bad.
  public static let invalidDPoPProof = Self("invalid_dpop_proof")
  /// The DPoP proof has to hold the nonce that came with this answer.
  public static let useDPoPNonce = Self("use_dpop_nonce")

  // RFC 9470 §3
  /// The access token is valid, but the user has to sign in more strongly or more recently.
  public static let insufficientUserAuthentication = Self("insufficient_user_authentication")
  // OIDC Core Unmet Authentication Requirements §2
  /// The user cannot be signed in as strongly as requested.
  public static let unmetAuthenticationRequirements = Self("unmet_authentication_requirements")

  // RFC 7591 §3.2.2
  /// A redirect URI of a registration is bad.
  public static let invalidRedirectURI = Self("invalid_redirect_uri")
  /// A member of a registration is bad.
  public static let invalidClientMetadata = Self("invalid_client_metadata")
  /// The software statement is bad.
  public static let invalidSoftwareStatement = Self("invalid_software_statement")
  /// The software statement is not accepted here.
  public static let unapprovedSoftwareStatement = Self("unapproved_software_statement")

  // OIDC CIBA Core §11 and §13
  /// The hint about the user has expired.
  public static let expiredLoginHintToken = Self("expired_login_hint_token")
  /// The hint names an unknown user.
  public static let unknownUserID = Self("unknown_user_id")
  /// The request requires the user's code.
  public static let missingUserCode = Self("missing_user_code")
  /// The user's code is invalid.
  public static let invalidUserCode = Self("invalid_user_code")
  /// The message that both devices shall show cannot be shown.
  public static let invalidBindingMessage = Self("invalid_binding_message")
  /// The user was not prompted.
  public static let transactionFailed = Self("transaction_failed")

  // OAuth 2.0 Attestation-Based Client Authentication §6
  /// The attestation or its proof is missing or bad.
  public static let invalidClientAttestation = Self("invalid_client_attestation")
  /// The proof of the attestation has to hold a fresh challenge.
  public static let useAttestationChallenge = Self("use_attestation_challenge")
}
