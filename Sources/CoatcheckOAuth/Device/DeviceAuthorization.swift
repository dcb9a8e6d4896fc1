// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckFoundation

/// What a device shows to the user, and the code that it polls with meanwhile.
///
/// [RFC 8628 §3.2](https://www.rfc-editor.org/rfc/rfc8628#section-3.2).
public struct DeviceAuthorization: Sendable {
  /// What the device polls with. It is never shown.
  public let deviceCode: Secret
  /// What the user enters: printable ASCII, at most 64 characters.
  public let userCode: String
  /// Where the user enters it.
  public let verificationURI: Endpoint
  /// The same address with the code in it, where the server has one: for a link or a picture. It is on
  /// the server of ``verificationURI``.
  public var verificationURIComplete: Endpoint?
  /// Whether the server named another server in `verification_uri_complete`, which is left out then.
  public let completeWasElsewhere: Bool
  /// When both codes end.
  public let expiresAt: Date
  /// How long both codes last from the reply on.
  public let lifetime: Duration
  /// How long to wait between two questions, from one second to a minute.
  public let interval: Duration

  /// Codes that a server made.
  ///
  /// - Parameters:
  ///   - deviceCode: What the device polls with.
  ///   - userCode: What the user enters: printable ASCII, at most 64 characters.
  ///   - verificationURI: Where the user enters it.
  ///   - lifetime: How long both codes last, from one second to a day.
  ///   - interval: How long to wait between two questions, from one second to a minute.
  ///   - now: When they were made.
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

  /// The reply of the device authorization endpoint, as JSON. It holds the device code.
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
  /// The address; no code.
  public var description: String { "DeviceAuthorization(\(verificationURI))" }
  /// The address; no code.
  public var customMirror: Mirror {
    Mirror(self, children: ["verificationURI": verificationURI.text])
  }
}
