// SPDX-License-Identifier: Apache-2.0

import CoatcheckNXOAuth2Client
import CoatcheckOAuth

/// The events of an old client, which its delegate and the account store receive.
enum NXClientEvent {
  case needs
  case got
  case refreshed
  case lost
  case failed(OAuthError)
}

/// Receives the callbacks of the `CallbackClient` behind an old client, and reports them to the old client.
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
