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
  /// Its parameters. They never travel through a browser.
  public let parameters: Parameters
  /// The thumbprint of the key the client proved when it left the request.
  public let jkt: String?
  /// The first moment at which no browser may begin with it.
  public let expiresAt: Date
  /// The first moment at which it is gone for a browser that began in time, too.
  public let retainedUntil: Date

  /// Describes a request.
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
