// SPDX-License-Identifier: Apache-2.0

extension OAuthError {
  /// What a peer reports about an error in its own words. It is not trusted: the error keeps a shortened and
  /// cleaned copy.
  public struct PeerReport: Sendable {
    /// The `error_description`.
    public var description: String?
    /// The `error_uri`.
    public var uri: String?
    /// The provider's own name or number of the error.
    public var code: String?
    /// A more detailed code of the provider, besides ``code``.
    public var detail: String?
    /// How many more attempts the peer allows.
    public var attemptsLeft: Int?

    /// Creates a report. What the peer did not send is nil.
    ///
    /// - Parameters:
    ///   - description: The `error_description`. The error keeps at most 200 characters of it.
    ///   - uri: The `error_uri`. The error keeps it only if it is an `http` or `https` address of at most
    ///     2,048 bytes.
    ///   - code: The provider's own name or number of the error. The error keeps at most 60 characters of
    ///     it.
    ///   - detail: A more detailed code of the provider. The error keeps at most 60 characters of it.
    ///   - attemptsLeft: How many more attempts the peer allows.
    public init(
      description: String? = nil, uri: String? = nil, code: String? = nil, detail: String? = nil,
      attemptsLeft: Int? = nil
    ) {
      self.description = description
      self.uri = uri
      self.code = code
      self.detail = detail
      self.attemptsLeft = attemptsLeft
    }
  }
}
