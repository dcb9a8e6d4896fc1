// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckFoundation

/// The device authorization response: the code that the device shows to the user, and the code with which
/// it polls.
///
/// [RFC 8628 §3.2](https://www.rfc-editor.org/rfc/rfc8628#section-3.2).
public struct DeviceAuthorization: Sendable {
  /// `device_code`: the code with which the device polls the token endpoint. It is never shown.
  public let deviceCode: Secret
  /// `user_code`: the code that the user enters: printable ASCII, at most 64 characters.
  public let userCode: String
  /// `verification_uri`: the address at which the user enters the code.
  public let verificationURI: Endpoint
  /// `verification_uri_complete`: the same address with the code in it, for a link or a QR code; nil when
  /// the server sent none. It has the origin of ``verificationURI``.
  public var verificationURIComplete: Endpoint?
  /// Whether the server sent a `verification_uri_complete` of another origin, which is discarded.
  public let completeWasElsewhere: Bool
  /// When both codes expire, by the wall clock.
  public let expiresAt: Date
  /// The lifetime of both codes, counted from the response.
  public let lifetime: Duration
  /// The minimum time between two token requests, from one second to a minute.
  public let interval: Duration

  /// Creates the response of an authorization server.
  ///
  /// - Parameters:
  ///   - deviceCode: The code with which the device polls.
  ///   - userCode: The code that the user enters: printable ASCII, at most 64 characters. It is not checked
  ///     here.
  ///   - verificationURI: The address at which the user enters the code.
  ///   - lifetime: The lifetime of both codes; limited to between one second and a day.
  ///   - interval: The minimum time between two token requests; limited to between one second and a minute.
  ///   - now: When the codes were created.
  public init(
    deviceCode: Secret, userCode: String, verificationURI: Endpoint, lifetime: Duration,
    interval: Duration = .seconds(5), now: Date
  ) {
    self.deviceCode = deviceCode
    self.userCode = userCode
    self.verificationURI = verificationURI
    completeWasElsewhere = false
    let seconds = min(max(lifetime.components.seconds, 1), Int64(Self.maximumLifetime))
    self.lifetime = .seconds(seconds)
    expiresAt = now.addingTimeInterval(TimeInterval(seconds))
    self.interval = .seconds(min(max(interval.components.seconds, 1), 60))
  }

  /// The JSON object of a response. It contains the device code, which is secret.
  var json: JSONObject {
    var json: JSONObject = [
      "device_code": .string(deviceCode.reveal()), "user_code": .string(userCode),
      "verification_uri": .string(verificationURI.text),
    ]
    json["verification_uri_complete"] = verificationURIComplete.map { .string($0.text) }
    json["expires_in"] = .number(JSONNumber(Int(lifetime.components.seconds)))
    json["interval"] = .number(JSONNumber(Int(interval.components.seconds)))
    return json
  }
}

extension DeviceAuthorization: CustomStringConvertible, CustomReflectable {
  /// The verification URI, without the codes.
  public var description: String { "DeviceAuthorization(\(verificationURI))" }
  /// The verification URI, without the codes.
  public var customMirror: Mirror {
    Mirror(self, children: ["verificationURI": verificationURI.text])
  }
}
