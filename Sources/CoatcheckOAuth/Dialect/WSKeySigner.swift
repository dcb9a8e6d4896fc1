// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

/// Signs requests with OCLC's WSKey.
public struct WSKeySigner: Sendable {
  /// The client's id: the WSKey.
  public let clientID: String
  private let secret: Secret

  /// A signer.
  public init(clientID: String, secret: Secret) {
    self.clientID = clientID
    self.secret = secret
  }

  /// Puts the signature on a request, whose address is final.
  public func sign(_ head: inout HTTPRequest, environment: Environment) throws(OAuthError) {
    throw .misused("client", "Not yet.")
  }
}
