// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// An exchange in which the client authenticates.
///
/// Methods that send the same text every time are part of ``Exchange/request()`` already. Those that prove
/// something about the moment, by a signature or an assertion, are added here, for all exchanges alike.
public protocol AuthenticatedExchange: Exchange {
  /// The client and its credentials.
  var client: ClientIdentity { get }
}

extension AuthenticatedExchange {
  /// The request, with the client's proof in it.
  public func request(
    in environment: RuntimeEnvironment
  ) throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    try client.proved(request(), in: environment)
  }
}
