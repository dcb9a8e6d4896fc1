// SPDX-License-Identifier: Apache-2.0

/// The data of a session at the interface besides its tokens, which are a family of the issuer's store.
public struct SocialSession: Sendable, Equatable {
  /// The family of session tokens.
  public let familyID: String
  /// Who is signed in.
  public let userID: String
  /// The installation that may use the tokens.
  public let device: String
  /// How the user authenticated, as the claim `amr` has it: `sms`, `pwd`, or the name of a network.
  public let methods: [String]
  /// The link it was opened through; nil for other ways in.
  public let linkID: String?

  /// Describes a session.
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
