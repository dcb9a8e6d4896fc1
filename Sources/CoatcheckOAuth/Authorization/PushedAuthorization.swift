// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation

/// The response to a pushed authorization request: a `request_uri`, which refers to the request and works
/// once.
///
/// [RFC 9126 §2.2](https://www.rfc-editor.org/rfc/rfc9126#section-2.2).
public struct PushedAuthorization: Sendable {
  /// The `request_uri`. Any holder can begin the sign-in with it, but cannot change the request.
  public let requestURI: String
  /// The lifetime of the `request_uri`, in seconds.
  public let expiresIn: Int

  /// Creates the response to a pushed authorization request: servers issue it, clients read it.
  ///
  /// - Parameters:
  ///   - requestURI: The `request_uri`, with at least 128 random bits.
  ///   - expiresIn: Its lifetime, in seconds.
  public init(requestURI: String, expiresIn: Int) {
    self.requestURI = requestURI
    self.expiresIn = expiresIn
  }

  /// The beginning of a `request_uri`, where a server forms it as
  /// [RFC 9126 §2.2](https://www.rfc-editor.org/rfc/rfc9126#section-2.2) suggests.
  public static let prefix = "urn:ietf:params:oauth:request_uri:"

  /// The URL to open in a browser: the authorization endpoint with `client_id` and `request_uri`.
  ///
  /// [RFC 9126 §4](https://www.rfc-editor.org/rfc/rfc9126#section-4): "The client uses the "request_uri"
  /// value returned by the authorization server to build an authorization request".
  ///
  /// - Parameters:
  ///   - endpoint: The authorization endpoint. Its own query is kept.
  ///   - clientID: The client that pushed the request.
  /// - Throws: `misused`: naming the parameter, when the endpoint's own query has one of the two; naming
  ///   `endpoint`, when that query repeats a parameter or is not well encoded.
  public func url(at endpoint: Endpoint, clientID: String) throws(OAuthError) -> URL {
    try AuthorizationRequest.url(
      of: ["client_id": clientID, "request_uri": requestURI], at: endpoint, spaces: .percent)
  }
}

/// When an authorization request is pushed ([RFC 9126](https://www.rfc-editor.org/rfc/rfc9126)).
public enum PARPolicy: Sendable, Hashable {
  /// When the authorization server's metadata requires it (`require_pushed_authorization_requests`).
  case whenRequired
  /// Always: the parameters do not pass through the browser and cannot be changed there.
  case always
}
