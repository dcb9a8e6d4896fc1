// SPDX-License-Identifier: Apache-2.0

/// The data of a session besides its tokens, which are a token family in the `IssuerStore`.
public struct SocialSession: Sendable, Equatable {
  /// The identifier of the token family.
  public let familyID: String
  /// The identifier of the user who is signed in.
  public let userID: String
  /// The installation that may use the tokens.
  public let device: String
  /// How the user authenticated, in the values of the claim `amr`: `sms`, `pwd`, or the name of a network.
  public let methods: [String]
  /// The identifier of the link that was used to sign in; nil when no link was used.
  public let linkID: String?

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - familyID: The identifier of the token family.
  ///   - userID: The identifier of the user who is signed in.
  ///   - device: The installation that may use the tokens.
  ///   - methods: How the user authenticated, in the values of the claim `amr`.
  ///   - linkID: The identifier of the link that was used to sign in; nil when no link was used.
  public init(
    familyID: String, userID: String, device: String, methods: [String], linkID: String? = nil
  ) {
    self.familyID = familyID
    self.userID = userID
    self.device = device
    self.methods = methods
    self.linkID = linkID
  }
}
