// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// The state of one registration, or of a change to one, on its way through the pipeline.
struct RegistrationAttempt: Sendable {
  /// The client metadata in the request.
  let metadata: ClientMetadata
  /// The token in the request: an initial access token, or a registration access token.
  let token: Secret?
  /// The client identifier of the registration that is read or changed; nil for a new registration.
  let clientID: String?
  /// The source address: registrations are counted per address.
  let source: String

  // Established by the rules.
  /// The client as it is stored at the end.
  var client = RegisteredClient(
    id: "", name: "", redirectURIs: [], authenticationMethod: "none", grantTypes: [], scopes: [])
  /// The client as it was stored before; nil for a new one.
  var earlier: RegisteredClient?
  /// The new client secret; nil when none is created.
  var secret: Secret?

  /// The result.
  var registration: ClientRegistration?
}
