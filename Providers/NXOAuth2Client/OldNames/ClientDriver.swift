// SPDX-License-Identifier: Apache-2.0

import CoatcheckNXOAuth2Client
import CoatcheckOAuth

/// What happened to an old client.
enum NXClientEvent {
  case needs
  case got
  case refreshed
  case lost
  case failed(OAuthError)
}

/// Receives the callbacks of the library's client for an old one.
@MainActor
final class ClientDriver: CallbackClientDelegate {
  weak var client: NXOAuth2Client?

  func clientNeedsAuthentication(_ client: CallbackClient) { self.client?.told(.needs) }
  func clientDidGetAccess(_ client: CallbackClient) { self.client?.told(.got) }
  func clientDidRefreshAccess(_ client: CallbackClient) { self.client?.told(.refreshed) }
  func client(_ client: CallbackClient, didLoseAccess reason: EndReason) {
    self.client?.told(.lost)
  }
  func client(_ client: CallbackClient, didFailWith error: OAuthError) {
    self.client?.told(.failed(error))
  }
}
