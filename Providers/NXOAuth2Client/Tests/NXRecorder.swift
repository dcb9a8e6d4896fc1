// SPDX-License-Identifier: Apache-2.0
import CoatcheckNXOAuth2Client
import TestKit

/// A delegate that records its calls.
@MainActor
final class NXRecorder: CallbackClientDelegate {
  private(set) var calls: [String] = []
  private(set) var errors: [OAuthError] = []
  /// Starts a flow when the client asks for one.
  var begin: ((CallbackClient) -> Void)?

  func clientNeedsAuthentication(_ client: CallbackClient) {
    calls.append("needs")
    begin?(client)
  }

  func clientDidGetAccess(_ client: CallbackClient) { calls.append("got") }

  func client(_ client: CallbackClient, didLoseAccess reason: EndReason) {
    calls.append("lost \(reason.rawValue)")
  }

  func clientDidRefreshAccess(_ client: CallbackClient) { calls.append("refreshed") }

  func client(_ client: CallbackClient, didFailWith error: OAuthError) {
    calls.append("failed \(error.code.rawValue)")
    errors.append(error)
  }

  /// Waits for this many calls, and checks that no other call follows.
  func all(_ count: Int, _ location: SourceLocation = #_sourceLocation) async throws -> [String] {
    try await NX.eventually(location) { calls.count >= count }
    try await NX.settle()
    return calls
  }
}

/// A connection delegate that records its calls.
@MainActor
final class NXConnectionRecorder: CallbackConnectionDelegate {
  private(set) var calls: [String] = []
  private(set) var sent: [TransferProgress] = []
  private(set) var received = Data()
  private(set) var error: OAuthError?
  private(set) var ends = 0

  func connection(_ connection: CallbackConnection, didReceive response: HTTPResponse) {
    calls.append("response \(response.status.code)")
  }

  func connection(_ connection: CallbackConnection, didReceive data: Data) { received += data }

  func connectionDidFinish(_ connection: CallbackConnection) {
    calls.append("finished")
    ends += 1
  }

  func connection(_ connection: CallbackConnection, didFailWith error: OAuthError) {
    calls.append("failed \(error.code.rawValue)")
    self.error = error
    ends += 1
  }

  func connection(_ connection: CallbackConnection, didSend progress: TransferProgress) {
    if sent.isEmpty { calls.append("sending") }
    sent.append(progress)
  }

  func connection(_ connection: CallbackConnection, didRedirectTo address: String) {
    calls.append("redirect \(address)")
  }

  /// Waits for the end of the connection, and checks that no call follows.
  func end(_ location: SourceLocation = #_sourceLocation) async throws {
    try await NX.eventually(location) { ends > 0 }
    try await NX.settle()
    #expect(ends == 1, sourceLocation: location)
  }
}
