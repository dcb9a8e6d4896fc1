// SPDX-License-Identifier: Apache-2.0
public import CoatcheckJOSE
public import CoatcheckOAuth

/// The one client that a hostile provider knows.
public struct HostileClient: Sendable {
  /// Its `client_id`.
  public var id: String
  /// Its secret; nil for a public client.
  public var secret: Secret?
  /// How it authenticates at the token endpoint: `token_endpoint_auth_method`.
  public var authenticationMethod: String
  /// The key that signs its client assertions and request objects; the provider knows the public key.
  public var key: SigningKey?
  /// `id_token_signed_response_alg`: the algorithm of its ID tokens.
  public var idTokenAlgorithm: SignatureAlgorithm
  /// How its ID tokens are encrypted; nil if they are only signed.
  public var idTokenEncryption: Encryption?
  /// `userinfo_signed_response_alg`: how the responses of the userinfo endpoint are signed; nil for JSON.
  public var userInfoAlgorithm: SignatureAlgorithm?
  /// `require_pushed_authorization_requests`: whether the provider accepts only pushed authorization
  /// requests.
  public var pushesRequests = false
  /// `dpop_bound_access_tokens`: whether its tokens are bound to the key of a DPoP proof.
  public var bindsAccessTokens = false

  /// How tokens are encrypted for a client: `id_token_encrypted_response_alg` and `…_enc`.
  public struct Encryption: Sendable {
    /// The client's public key.
    public var key: JWK
    /// The key management algorithm.
    public var algorithm: KeyManagementAlgorithm
    /// The content encryption.
    public var content: ContentEncryption

    /// Creates the encryption parameters.
    ///
    /// - Parameters:
    ///   - key: The client's public key.
    ///   - algorithm: The key management algorithm.
    ///   - content: The content encryption.
    public init(key: JWK, algorithm: KeyManagementAlgorithm, content: ContentEncryption) {
      self.key = key
      self.algorithm = algorithm
      self.content = content
    }
  }

  /// Creates a client; a public one unless a secret or a key is given.
  ///
  /// - Parameters:
  ///   - id: Its `client_id`.
  ///   - secret: Its secret; nil for a public client.
  ///   - authenticationMethod: How it authenticates; nil means `private_key_jwt` with a key,
  ///     `client_secret_basic` with a secret, else `none`. With `tls_client_auth` the provider accepts the
  ///     client's requests only at aliases under the name `localhost`.
  ///   - key: The key that signs its client assertions and request objects; nil without one.
  ///   - idTokenAlgorithm: The algorithm of its ID tokens: RS256 or ES256.
  public init(
    id: String = "app", secret: Secret? = nil, authenticationMethod: String? = nil,
    key: SigningKey? = nil, idTokenAlgorithm: SignatureAlgorithm = .rs256
  ) {
    self.id = id
    self.secret = secret
    self.authenticationMethod =
      authenticationMethod
      ?? (key != nil ? "private_key_jwt" : secret == nil ? "none" : "client_secret_basic")
    self.key = key
    self.idTokenAlgorithm = idTokenAlgorithm
  }
}
