// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer

/// A filter for lists of clients. A client must satisfy all parts that are not nil.
public struct ClientFilter: Sendable, Equatable {
  /// A text that the client's identifier or name contains; nil for all clients. Only the letters A to Z
  /// are compared without regard to case.
  public var text: String?
  /// The standing of the clients; nil for any standing.
  public var standing: RegisteredClient.Standing?

  /// Creates a filter; without arguments it accepts all clients.
  ///
  /// - Parameters:
  ///   - text: A text that the client's identifier or name contains; nil for all clients.
  ///   - standing: The standing of the clients; nil for any standing.
  public init(text: String? = nil, standing: RegisteredClient.Standing? = nil) {
    self.text = text
    self.standing = standing
  }

  /// Whether the filter matches a client.
  package func accepts(_ client: RegisteredClient) -> Bool {
    if let standing, client.standing != standing { return false }
    guard let text else { return true }
    return SearchText.stands(text, in: client.id) || SearchText.stands(text, in: client.name)
  }
}
