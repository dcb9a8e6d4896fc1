// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Validates the names and links that users see: plain text, and links to `https` pages. None of them is
/// fetched.
///
/// [RFC 7591 §5](https://www.rfc-editor.org/rfc/rfc7591#section-5)
struct ValidateClientLinks: RegistrationRule {
  /// "Many … metadata values … are … URLs … the authorization server … MUST … protect the end user from
  /// malicious content".
  func apply(to attempt: inout RegistrationAttempt, by server: AuthorizationServer) async throws {
    let asked = attempt.metadata
    attempt.client.name = asked.name.flatMap { $0.isEmpty ? nil : $0 } ?? attempt.client.id
    guard attempt.client.name.utf8.count <= 16_384 else { throw refusal("client_name") }
    attempt.client.metadata.clientURI = try link(asked.clientURI, "client_uri")
    attempt.client.metadata.logoURI = try link(asked.logoURI, "logo_uri")
    attempt.client.metadata.policyURI = try link(asked.policyURI, "policy_uri")
    attempt.client.metadata.termsURI = try link(asked.termsOfServiceURI, "tos_uri")
    attempt.client.metadata.initiateLoginURI = try link(
      asked.initiateLoginURI, "initiate_login_uri")
    attempt.client.metadata.backChannelLogoutURI = try link(
      asked.backchannelLogoutURI, "backchannel_logout_uri")
    attempt.client.metadata.backChannelLogoutSession =
      asked.backchannelLogoutSessionRequired == true ? .required : .optional
    attempt.client.metadata.frontChannelLogoutURI = try frame(
      asked.frontchannelLogoutURI, of: attempt.client)
    attempt.client.metadata.frontChannelLogoutSession =
      asked.frontchannelLogoutSessionRequired == true ? .required : .optional
    let contacts = asked.contacts ?? []
    guard contacts.count <= 20 else { throw refusal("contacts") }
    attempt.client.metadata.contacts = contacts
    attempt.client.metadata.software =
      [asked.softwareID ?? ""] + [asked.softwareVersion].compactMap(\.self)
    if asked.softwareID == nil { attempt.client.metadata.software = [] }
  }

  private func link(_ text: String?, _ name: String) throws(OAuthError) -> String? {
    guard let text, !text.isEmpty else { return nil }
    guard RegistrableURI.isLink(text) else { throw refusal(name) }
    return text
  }

  /// "The domain, port, and scheme of this URL MUST be the same as that of a registered Redirection URI
  /// value." https://openid.net/specs/openid-connect-frontchannel-1_0.html#RPLogout
  private func frame(
    _ text: String?, of client: RegisteredClient
  ) throws(OAuthError) -> String? {
    let name = "frontchannel_logout_uri"
    guard let text = try link(text, name) else { return nil }
    let origin = try? Endpoint(text).origin
    guard let origin, client.redirectURIs.contains(where: { (try? Endpoint($0))?.origin == origin })
    else { throw refusal(name) }
    return text
  }
}
