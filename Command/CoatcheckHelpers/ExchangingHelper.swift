// SPDX-License-Identifier: Apache-2.0

public import CoatcheckCommand
public import CoatcheckFoundation
public import HTTPTypes

/// A helper whose program does not take a token, but what a service gives for one.
public protocol ExchangingHelper: CredentialHelper {
  /// What is asked of the service, for a file name: credentials of an account that differ have another one.
  var wanted: String { get }

  /// The request to the service.
  ///
  /// - Throws: A usage failure when the address of the service cannot be used.
  func request(with credential: Credential) throws(CommandFailure) -> (HTTPRequest, Data)

  /// The credential in the response.
  ///
  /// - Throws: A failure when the service has refused, or its response cannot be read.
  func credential(
    in head: HTTPResponse, _ body: Data
  ) throws(CommandFailure) -> Credential
}
