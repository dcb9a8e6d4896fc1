// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation

/// What a provider does at each point. The default is correct behaviour.
struct Behaviour: Sendable {
  typealias Change<Value> = @Sendable (inout Value, HostileSite) -> Void

  /// How a token is signed.
  enum Signature: Sendable {
    /// As registered, with the key's own `kid`.
    case usual
    /// Unsigned: `alg` is `none`.
    case none
    /// As registered, with one bit of the signature inverted.
    case corrupt
    /// As registered, without a `kid`.
    case withoutKeyID
    /// With an algorithm that the provider supports and the client did not register.
    case otherAlgorithm
    /// With an unpublished key, under the `kid` of a published one.
    case unknownKey
    /// With a MAC whose key is the client's secret.
    case mac
    /// As `mac`, with one bit inverted.
    case corruptMAC
  }

  /// How nonces for DPoP proofs are handled.
  enum Nonces: Sendable {
    /// A proof without the provider's nonce is refused with `use_dpop_nonce`.
    case demanded
    /// The provider sends no nonce.
    case never
    /// Every proof is refused with `use_dpop_nonce` and another nonce.
    case neverEnough
    /// The response to a proof without a nonce contains this value as the nonce.
    case malformed(String)
  }

  /// How an ID token is encrypted.
  enum Envelope: Sendable {
    /// As registered.
    case usual
    /// Unencrypted, whatever is registered.
    case none
    /// The content key is encrypted with RSAES-PKCS1-v1_5.
    case rsa15
  }

  /// When the keys are replaced.
  enum Rotation: Sendable {
    case never
    /// Before each ID token except the first; the old keys stay published.
    case betweenSignIns
    /// Just before each ID token; the old keys are removed.
    case beforeSigning
  }

  /// Changes the metadata.
  var metadata: Change<JSONObject>?
  /// Changes the authorization response.
  var callback: Change<Parameters>?
  /// Changes the claims of every ID token.
  var idToken: Change<JSONObject>?
  /// Changes the claims of the ID tokens in responses to refresh requests.
  var refreshedIDToken: Change<JSONObject>?
  /// How the ID tokens in responses to refresh requests are signed; nil as all others.
  var refreshedSignature: Signature?
  /// How ID tokens are signed.
  var signature = Signature.usual
  /// How ID tokens are encrypted.
  var envelope = Envelope.usual
  /// When the keys are replaced.
  var rotation = Rotation.never
  /// How nonces for DPoP proofs are handled.
  var nonces = Nonces.demanded
  /// How the scheme of a DPoP challenge is written.
  var dpopScheme = "DPoP"
  /// How many keys of each algorithm are published.
  var keysPerAlgorithm = 1
  /// Changes the responses of the token endpoint.
  var tokenReply: Change<JSONObject>?
  /// Changes the claims about the user.
  var userInfo: Change<JSONObject>?
  /// Changes the claims of authorization responses in a JWT.
  var response: Change<JSONObject>?
  /// How authorization responses in a JWT are signed.
  var responseSignature = Signature.usual
  /// Whether the response also contains the code outside the JWT.
  var hasBareCode = false
  /// Changes the claims of logout tokens.
  var logoutToken: Change<JSONObject>?
  /// How logout tokens are signed.
  var logoutSignature = Signature.usual
  /// Refuses backchannel authentication requests with this code.
  var backchannelRefusal: OAuthError.Code?
  /// Changes the response to a backchannel authentication request.
  var backchannelReply: Change<JSONObject>?
  /// The errors that the token endpoint returns for a backchannel request before it issues tokens.
  var backchannelReplies: [OAuthError.Code] = [.authorizationPending]
  /// Changes the response to a registration.
  var registration: Change<JSONObject>?
  /// The issuer that WebFinger names.
  var named: (@Sendable (HostileSite) -> String)?
  /// How the signed responses of the userinfo endpoint are signed.
  var userInfoSignature = Signature.usual
  /// Whether the responses of the userinfo endpoint are JSON, whatever is registered.
  var isUserInfoPlain = false
  /// Changes the response to a logout request.
  var loggedOut: Change<Parameters>?
  /// How many seconds the provider's clock is ahead.
  var clockAhead: TimeInterval = 0
  /// Changes whole responses before they are sent.
  var wire: [HostileProvider.Place: Wire] = [:]

  /// Replaces a whole response.
  typealias Wire = @Sendable (ServedResponse, HostileSite) -> StreamingServedResponse
}

/// The addresses, clock and client of a provider, for changes that need them.
struct HostileSite: Sendable {
  /// The issuer identifier.
  let issuer: String
  /// The same listener under another host name: another origin.
  let elsewhere: String
  /// The time by the provider's clock.
  let now: Date
  /// The client.
  let client: HostileClient

  /// The time after so many seconds, as a NumericDate.
  func date(after seconds: TimeInterval) -> JSONValue {
    .number(JSONNumber(Int(now.timeIntervalSince1970 + seconds)))
  }
}
