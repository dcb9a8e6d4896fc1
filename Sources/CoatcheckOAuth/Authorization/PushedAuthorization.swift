// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation

/// A pushed authorization request: a reference to it, which works once.
///
/// [RFC 9126 §2.2](https://www.rfc-editor.org/rfc/rfc9126#section-2.2).
public struct PushedAuthorization: Sendable {
  /// The `request_uri`. Any holder can begin the sign-in and cannot change it.
  public let requestURI: String
  /// How long it is kept, in seconds.
  public let expiresIn: Int

  /// A name for a request; servers make them, clients read them.
  ///
  /// - Parameters:
  ///   - requestURI: The name, which has at least 128 random bits.
  ///   - expiresIn: How long it is kept, in seconds.
  public init(requestURI: String, expiresIn: Int) {
    self.requestURI = requestURI
    self.expiresIn = expiresIn
  }

  /// What such a name begins with, where a server makes it as RFC 9126 suggests.
  public static let prefix = "urn:ietf:params:oauth:request_uri:"

  /// The address to open in a browser.
  ///
  /// RFC 9126 §4: "The client uses the "request_uri" value returned by the authorization server to build an
  /// authorization request", with its `client_id` and nothing else.
  ///
  /// - Parameters:
  ///   - endpoint: The authorization endpoint.
  ///   - clientID: The client that left the request.
  /// - Throws: `misused` when the endpoint's own query has one of the two.
  public func url(at endpoint: Endpoint, clientID: String) throws(OAuthError) -> URL {
    try AuthorizationRequest.url(
      of: ["client_id": clientID, "request_uri": requestURI], at: endpoint, spaces: .percent)
  }
}

/// When a request is pushed.
public enum PARPolicy: Sendable, Hashable {
  /// When the server says that it has to be.
  case whenRequired
  /// Always: the parameters do not pass through the browser and cannot be changed there.
  case always
}
