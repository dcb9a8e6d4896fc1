// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation

/// The knobs: what a provider does at each point. As it is made, it behaves.
struct Behaviour: Sendable {
  typealias Change<Value> = @Sendable (inout Value, HostileSite) -> Void

  /// How a token is signed.
  enum Signature: Sendable {
    /// As registered, with the key's own `kid`.
    case usual
    /// Not at all: `none`.
    case none
    /// Rightly, and then one bit of the signature is turned.
    case corrupt
    /// As registered, without a `kid`.
    case withoutKeyID
    /// With another algorithm of the provider's than the registered one.
    case otherAlgorithm
    /// With a key that is not among the published ones, under the `kid` of one that is.
    case unknownKey
    /// With a MAC whose key is the client's secret.
    case mac
    /// As `mac`, and then one bit is turned.
    case corruptMAC
  }

  /// What becomes of nonces for DPoP proofs.
  enum Nonces: Sendable {
    /// A proof without the provider's nonce is sent back for one.
    case demanded
    /// No nonce is ever given.
    case never
    /// Every proof is sent back for another nonce.
    case neverEnough
    /// The answer to a proof without a nonce brings this as the nonce.
    case malformed(String)
  }

  /// What is around an ID token that is encrypted.
  enum Envelope: Sendable {
    /// What is registered.
    case usual
    /// Nothing, whatever is registered.
    case none
    /// An envelope whose key is encrypted by RSAES-PKCS1-v1_5.
    case rsa15
  }

  /// When the keys are replaced.
  enum Rotation: Sendable {
    case never
    /// Before each ID token but the first; the old ones stay published.
    case betweenSignIns
    /// Just before each ID token; the old ones are gone.
    case beforeSigning
  }

  /// Changes the metadata.
  var metadata: Change<JSONObject>?
  /// Changes the answer to an authorization request.
  var callback: Change<Parameters>?
  /// Changes the claims of every ID token.
  var idToken: Change<JSONObject>?
  /// Changes the claims of those ID tokens that come with a refresh.
  var refreshedIDToken: Change<JSONObject>?
  /// How ID tokens are signed.
  var signature = Signature.usual
  /// What is around ID tokens that are encrypted.
  var envelope = Envelope.usual
  /// When the keys are replaced.
  var rotation = Rotation.never
  /// What becomes of nonces for DPoP proofs.
  var nonces = Nonces.demanded
  /// How the scheme of a DPoP challenge is written.
  var dpopScheme = "DPoP"
  /// How many keys of each algorithm are published.
  var keysPerAlgorithm = 1
  /// Changes the replies of the token endpoint.
  var tokenReply: Change<JSONObject>?
  /// Changes the claims about the person.
  var userInfo: Change<JSONObject>?
  /// Changes the claims of answers in a JWT.
  var response: Change<JSONObject>?
  /// How answers in a JWT are signed.
  var responseSignature = Signature.usual
  /// Whether the code stands beside the JWT as well.
  var hasBareCode = false
  /// Changes the claims of logout tokens.
  var logoutToken: Change<JSONObject>?
  /// How logout tokens are signed.
  var logoutSignature = Signature.usual
  /// Refuses backchannel authentication requests with this code.
  var backchannelRefusal: OAuthError.Code?
  /// Changes the answer to a backchannel authentication request.
  var backchannelReply: Change<JSONObject>?
  /// What the token endpoint answers to the questions about a backchannel request before it gives tokens.
  var backchannelReplies: [OAuthError.Code] = [.authorizationPending]
  /// Changes the answer to a registration.
  var registration: Change<JSONObject>?
  /// The issuer that WebFinger names.
  var named: (@Sendable (HostileSite) -> String)?
  /// How signed answers of the userinfo endpoint are signed.
  var userInfoSignature = Signature.usual
  /// Whether answers of the userinfo endpoint are JSON, whatever is registered.
  var isUserInfoPlain = false
  /// Changes the answer to a request to end the session.
  var loggedOut: Change<Parameters>?
  /// How many seconds the clock is ahead of the one that the provider was given.
  var clockAhead: TimeInterval = 0
  /// Changes whole answers on their way out.
  var wire: [HostileProvider.Place: Wire] = [:]

  /// What becomes of a whole answer.
  typealias Wire = @Sendable (ServedResponse, HostileSite) -> StreamingServedResponse
}

/// Where a provider is, for knobs that need to know.
struct HostileSite: Sendable {
  /// The issuer identifier.
  let issuer: String
  /// The same listener under another name, hence another origin.
  let elsewhere: String
  /// The time by the provider's clock.
  let now: Date
  /// The client.
  let client: HostileClient

  /// A moment as a NumericDate.
  func date(after seconds: TimeInterval) -> JSONValue {
    .number(JSONNumber(Int(now.timeIntervalSince1970 + seconds)))
  }
}
