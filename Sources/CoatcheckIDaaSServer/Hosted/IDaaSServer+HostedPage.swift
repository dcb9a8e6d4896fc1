// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckServer

extension IDaaSServer {
  /// Goes on in the browser whose request is being answered: straight from a social network's answer to the
  /// page, or back to the application when there is nothing left to do. No handle leaves this browser.
  ///
  /// - Parameters:
  ///   - reply: what the login came to.
  ///   - destination: where the browser goes in the end. The caller checked that it is registered.
  ///   - language: what the application asked for.
  func hostedPage(
    for reply: LoginReply, to destination: HostedReturn, language: String? = nil,
    _ context: CallContext
  ) async throws -> ServedResponse {
    throw Refusal(.busy)
  }
}
