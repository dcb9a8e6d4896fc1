// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// The state of one registration, or of a change to one, on its way through the pipeline.
struct RegistrationAttempt: Sendable {
  /// What the client says about itself.
  let metadata: ClientMetadata
  /// The token it came with.
  let token: Secret?
  /// Whose registration it is about; nil for a new one.
  let clientID: String?
  /// Where it came from: registrations are counted per address.
  let source: String

  // Established by the rules.
  /// The client as it becomes.
  var client = RegisteredClient(
    id: "", name: "", redirectURIs: [], authenticationMethod: "none", grantTypes: [], scopes: [])
  /// The client as it was; nil for a new one.
  var earlier: RegisteredClient?
  /// Its secret, where it gets a new one.
  var secret: Secret?

  /// The result.
  var registration: ClientRegistration?
}
