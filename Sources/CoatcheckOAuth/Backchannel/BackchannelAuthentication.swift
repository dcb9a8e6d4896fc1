// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckFoundation

/// The acceptance of a backchannel authentication request: the user is prompted, and the client waits.
///
/// [OpenID Connect CIBA Core 1.0
/// §7.3](https://openid.net/specs/openid-client-initiated-backchannel-authentication-core-1_0.html#successful_authentication_request_acknowdlegment).
public struct BackchannelAuthentication: Sendable {
  /// `auth_req_id`: the identifier with which the client requests the tokens.
  public let authReqID: Secret
  /// When the request expires, by the wall clock.
  public let expiresAt: Date
  /// The lifetime of the request, counted from the reply.
  public let lifetime: Duration
  /// The minimum time between two token requests, from one second to a minute.
  public let interval: Duration

  /// Creates the acceptance of a request, as the authorization server does.
  ///
  /// - Parameters:
  ///   - authReqID: The `auth_req_id`: at least 128 random bits; 160 are recommended.
  ///   - lifetime: The lifetime of the request; limited to between one second and a day.
  ///   - interval: The minimum time between two token requests; limited to between one second and a minute.
  ///   - now: When the request was accepted.
  public init(
    authReqID: Secret, lifetime: Duration, interval: Duration = .seconds(5), now: Date
  ) {
    self.authReqID = authReqID
    let seconds = min(max(lifetime.components.seconds, 1), 86_400)
    self.lifetime = .seconds(seconds)
    expiresAt = now.addingTimeInterval(TimeInterval(seconds))
    self.interval = .seconds(min(max(interval.components.seconds, 1), 60))
  }

  /// Reads the JSON object of a response.
  init(json: JSONObject, receivedAt: Date) throws(OAuthError) {
    guard let id = json["auth_req_id"]?.stringValue, id.isVSCHAR, id.utf8.count <= 4096 else {
      throw .unreadable(
        .replyMalformed, "The reply has no id that can be sent.", parameter: "auth_req_id",
        status: 200)
    }
    // "expires_in REQUIRED. A JSON number with a positive integer value".
    guard let lifetime = json["expires_in"]?.doubleValue, lifetime >= 1 else {
      throw .unreadable(
        .replyMalformed, "The reply does not say how long the request lasts.",
        parameter: "expires_in", status: 200)
    }
    // "If no value is provided, clients MUST use 5 as the default value."
    let interval = json["interval"]?.doubleValue ?? 5
    self.init(
      authReqID: Secret(id), lifetime: .seconds(Int(min(lifetime, 86_400))),
      interval: .seconds(Int(min(max(interval.rounded(.up), 1), 60))), now: receivedAt)
  }

  /// The JSON object of a response. It contains the `auth_req_id`, which is secret.
  var json: JSONObject {
    [
      "auth_req_id": .string(authReqID.reveal()),
      "expires_in": .number(JSONNumber(Int(lifetime.components.seconds))),
      "interval": .number(JSONNumber(Int(interval.components.seconds))),
    ]
  }
}
