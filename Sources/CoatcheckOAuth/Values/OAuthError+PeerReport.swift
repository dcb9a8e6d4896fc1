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
    /// The provider's finer word for ``code``.
    public var detail: String?
    /// How many more attempts the peer allows.
    public var attemptsLeft: Int?

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - description: The `error_description`.
    ///   - uri: The `error_uri`.
    ///   - code: The provider's own name or number of the error.
    ///   - detail: The provider's finer word for the code.
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
