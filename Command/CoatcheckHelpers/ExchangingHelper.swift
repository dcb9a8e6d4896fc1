// SPDX-License-Identifier: Apache-2.0

public import CoatcheckCommand
public import CoatcheckFoundation
public import HTTPTypes

/// A helper for a program that does not take a token, but a credential that a service issues for one.
public protocol ExchangingHelper: CredentialHelper {
  /// The parameters of the request to the service as one text: two different credentials of an account have
  /// different texts. ``KeptCredential`` derives its file name from it.
  var wanted: String { get }

  /// Creates the request to the service.
  ///
  /// - Parameter credential: The token of the session, which is sent to the service.
  /// - Returns: The head and the body of the request.
  /// - Throws: A failure with `ExitStatus.usage` when the address of the service is invalid.
  func request(with credential: Credential) throws(CommandFailure) -> (HTTPRequest, Data)

  /// Reads the credential from the response of the service.
  ///
  /// - Parameters:
  ///   - head: The status and the header fields.
  ///   - body: The complete body.
  /// - Throws: A failure with `ExitStatus.refused` when the service refused, with `ExitStatus.unreachable`
  ///   for a status of 500 or more, and with `ExitStatus.unusable` when the response has no credential.
  func credential(
    in head: HTTPResponse, _ body: Data
  ) throws(CommandFailure) -> Credential
}
