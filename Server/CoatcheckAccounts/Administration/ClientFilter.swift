// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer

/// Which clients a list has.
public struct ClientFilter: Sendable, Equatable {
  /// A text that stands in the client's identifier or name, where A to Z count as a to z; nil for all.
  public var text: String?
  /// The standing; nil for both.
  public var standing: RegisteredClient.Standing?

  /// Describes a filter; of all clients unless something is given.
  public init(text: String? = nil, standing: RegisteredClient.Standing? = nil) {
    self.text = text
    self.standing = standing
  }

  /// Whether a client is meant.
  package func accepts(_ client: RegisteredClient) -> Bool {
    if let standing, client.standing != standing { return false }
    guard let text else { return true }
    return SearchText.stands(text, in: client.id) || SearchText.stands(text, in: client.name)
  }
}
