// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth
public import CoatcheckFoundation

/// A pushed authorization request.
///
/// [RFC 9126 §2.2](https://www.rfc-editor.org/rfc/rfc9126#section-2.2)
public struct PushedRequest: Sendable, Equatable {
  /// The digest of the random part of its `request_uri`.
  public let digest: TokenDigest
  /// The client that pushed it; no other client may use it.
  public let clientID: String
  /// Its parameters. They are never sent through a browser.
  public let parameters: Parameters
  /// The JWK thumbprint of the key of the DPoP proof that was sent with the request; nil without one.
  public let jkt: String?
  /// The first moment at which its `request_uri` is expired: no browser may begin with it then.
  public let expiresAt: Date
  /// The first moment at which a browser that began in time cannot use it any more either.
  public let retainedUntil: Date

  /// Creates the record of a pushed request. Times are wall clock times; a store keeps whole milliseconds.
  ///
  /// - Parameters:
  ///   - digest: The digest of the random part of its `request_uri`.
  ///   - clientID: The identifier of the client that pushed it.
  ///   - parameters: Its parameters.
  ///   - jkt: The JWK thumbprint of the key of its DPoP proof; nil without one.
  ///   - expiresAt: The first moment at which no browser may begin with it.
  ///   - retainedUntil: The first moment at which a browser that began in time cannot use it any more
  ///     either.
  public init(
    digest: TokenDigest, clientID: String, parameters: Parameters, jkt: String?, expiresAt: Date,
    retainedUntil: Date
  ) {
    self.digest = digest
    self.clientID = clientID
    self.parameters = parameters
    self.jkt = jkt
    self.expiresAt = expiresAt
    self.retainedUntil = retainedUntil
  }
}
