// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// An exchange in which the client authenticates.
///
/// Credentials that are the same in every request, such as a client secret, are part of
/// ``Exchange/request()`` already. Those that are made for one request, such as a client assertion or a
/// signature, are added by `request(in:)`, for all exchanges alike.
public protocol AuthenticatedExchange: Exchange {
  /// The client and its credentials.
  var client: ClientIdentity { get }
}

extension AuthenticatedExchange {
  /// The request to send, with the client assertion, attestation or signature that is made for it.
  ///
  /// - Parameter environment: The clock and the random generator.
  /// - Throws: As ``Exchange/request()``; `misused` also when the client's key or secret cannot sign, the
  ///   request has no form to hold a client assertion, or the clock shows no valid time. Nothing has been
  ///   sent then.
  public func request(
    in environment: RuntimeEnvironment
  ) throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    try client.proved(request(), in: environment)
  }
}
