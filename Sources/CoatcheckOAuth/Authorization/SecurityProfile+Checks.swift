// SPDX-License-Identifier: Apache-2.0

extension ServerMetadata {
  /// The metadata with the endpoints that this client uses: a client with a TLS certificate uses the mutual
  /// TLS aliases.
  ///
  /// RFC 8705 §5: a client "intending to do mutual TLS (for OAuth client authentication and/or to acquire or use
  /// certificate-bound tokens)" uses the aliases.
  package func reached(
    by client: ClientIdentity, _ profile: SecurityProfile
  ) -> ServerMetadata {
    client.authentication.usesCertificate || profile.tokenBinding == .certificate
      ? forMutualTLS : self
  }
}

extension SecurityProfile {
  /// Checks that the arguments of a sign-in conform to the profile, before anything is sent.
  ///
  /// - Throws: `misused` naming the argument that does not conform; `unreadable` when the authorization
  ///   server cannot conform.
  func check(
    _ client: ClientIdentity, _ dialect: Dialect, at metadata: ServerMetadata
  ) throws(OAuthError) {
    if case .clientSecret(_, let reason) = idTokenSecret, reason.isEmpty {
      throw .misused("because", "ID tokens by a shared secret need a reason.")
    }
    guard requestSigning != nil || !metadata.requiresSignedRequestObject else {
      throw .misused(
        "profile", "The authorization server requires signed requests; set a signing key.")
    }
    switch strictness {
    case .standard: break
    case .fapi1: try checkFAPI1(client)
    case .fapi2: try checkFAPI2(client, dialect, at: metadata)
    }
  }

  private func checkFAPI1(_ client: ClientIdentity) throws(OAuthError) {
    // FAPI 1.0 Advanced §5.2.3: "shall send all parameters inside the authorization request's signed request
    // object".
    guard requestSigning != nil else {
      throw .misused("profile", "FAPI 1.0 Advanced wants signed requests, and nothing signs them.")
    }
    // §5.2.2: "shall authenticate the confidential client using […] tls_client_auth or
    // self_signed_tls_client_auth […]; or private_key_jwt".
    guard client.authentication.isAsymmetric else {
      throw .misused(
        "authentication",
        "FAPI 1.0 Advanced wants a client that authenticates with a key or a certificate.")
    }
  }

  /// Checks that the authorization response to a request for a code will be signed, if the profile requires
  /// that.
  ///
  /// - Throws: `misused` naming `options`.
  func check(_ options: AuthorizationOptions) throws(OAuthError) {
    // FAPI 1.0 Advanced §5.2.2: "shall require the response_type value code id_token; or the response_type
    // value code in conjunction with the response_mode value jwt".
    guard strictness != .fapi1 || options.responseMode.isJWT else {
      throw .misused("options", "FAPI 1.0 Advanced wants answers that the issuer signs.")
    }
  }

  /// Checks that the profile permits a response type with which tokens are returned through the browser.
  ///
  /// - Throws: `misused` naming `responseType`.
  func check(_ responseType: HybridTransaction.ResponseType) throws(OAuthError) {
    switch strictness {
    case .standard: break
    case .fapi1:
      guard responseType == .codeIDToken else {
        throw .misused("responseType", "FAPI 1.0 Advanced wants a code and an ID token.")
      }
    case .fapi2:
      // FAPI 2.0 §5.3.2.2: "shall require the value of response_type […] to be code".
      throw .misused("responseType", "FAPI 2.0 wants a code alone.")
    }
  }

  private func checkFAPI2(
    _ client: ClientIdentity, _ dialect: Dialect, at metadata: ServerMetadata
  ) throws(OAuthError) {
    // FAPI 2.0 §5.3.3.1: "shall support client authentication using one or more of […] MTLS [or] the
    // private_key_jwt method".
    guard client.authentication.isAsymmetric else {
      throw .misused(
        "authentication", "FAPI 2.0 wants a client that authenticates with a key or a certificate.")
    }
    // "shall use PKCE […] with S256 as the code challenge method".
    guard case .s256 = dialect.proofKey else {
      throw .misused("dialect", "FAPI 2.0 wants PKCE.")
    }
    // "shall use pushed authorization requests".
    _ = try metadata.requiredPushingEndpoint
  }

  /// The request, with a signed request object if the profile signs requests.
  ///
  /// - Throws: `misused` when it cannot be signed.
  func signed(
    _ request: AuthorizationRequest, for issuer: Issuer, in environment: RuntimeEnvironment
  ) throws(OAuthError) -> AuthorizationRequest {
    guard let requestSigning else { return request }
    var request = request
    request.requestObject = try requestSigning.signed(request, for: issuer, in: environment)
    request.hasOpenDuplicates = strictness == .fapi1
    return request
  }
}

extension ClientAuthentication {
  /// Whether the client authenticates with a private key: by a JWT that it signs or by a TLS certificate.
  var isAsymmetric: Bool {
    switch self {
    case .privateKeyJWT, .tls, .selfSignedTLS: true
    case .none, .basic, .post, .clientSecretJWT, .attestation, .hmacSignature: false
    }
  }
}
