// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckFoundation

extension DeviceAuthorization {
  /// The maximum length of a user code, in bytes.
  static let maximumUserCode = 64
  /// The maximum lifetime of the codes, in seconds: one day. A longer one is reduced to it.
  static let maximumLifetime: Double = 86_400

  /// Reads the JSON object of a response.
  ///
  /// Accepts deviations that real servers have: numbers as strings, and Google's former `verification_url`.
  ///
  /// - Parameters:
  ///   - json: The JSON object.
  ///   - endpoint: The device authorization endpoint.
  ///   - receivedAt: The wall-clock time at which the response arrived.
  init(json: JSONObject, from endpoint: Endpoint, receivedAt: Date) throws(OAuthError) {
    guard let code = json["device_code"]?.stringValue, code.isVSCHAR,
      code.utf8.count <= TokenGrant.maximumToken
    else { throw Self.malformed("device_code", "The reply has no device code that can be sent.") }
    // The device shows the code, so that only visible ASCII characters and inner spaces are accepted: no
    // control characters and no characters that look like others (RFC 8628 §5.4, phishing).
    guard let userCode = json["user_code"]?.stringValue, userCode.isVSCHAR,
      userCode.utf8.count <= Self.maximumUserCode, userCode == userCode.trimmingSpaces
    else { throw Self.malformed("user_code", "The reply has no user code that can be shown.") }
    let uri = json["verification_uri"] == nil ? "verification_url" : "verification_uri"
    guard let verification = try Self.address(uri, in: json, of: endpoint) else {
      throw Self.malformed("verification_uri", "The reply does not say where the code is entered.")
    }
    let complete = try Self.address(uri + "_complete", in: json, of: endpoint)
    let isElsewhere =
      complete.map {
        $0.scheme != verification.scheme || $0.authority != verification.authority
      } ?? false
    // "REQUIRED. The lifetime in seconds of the "device_code" and "user_code"."
    guard let lifetime = Self.seconds(json["expires_in"]), lifetime >= 1 else {
      throw Self.malformed("expires_in", "The reply does not say how long its codes last.")
    }
    deviceCode = Secret(code)
    self.userCode = userCode
    verificationURI = verification
    verificationURIComplete = isElsewhere ? nil : complete
    completeWasElsewhere = isElsewhere
    let believed = min(lifetime, Self.maximumLifetime).rounded(.down)
    self.lifetime = .seconds(Int(believed))
    expiresAt = receivedAt.addingTimeInterval(believed)
    // "If no value is provided, clients MUST use 5 as the default."
    let interval = Self.seconds(json["interval"]) ?? 5
    self.interval = .seconds(Int(min(max(interval.rounded(.up), 1), 60)))
  }

  private static func seconds(_ value: JSONValue?) -> Double? {
    switch value {
    case .number(let number): return number.double
    case .string(let text)
    where !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }:
      return Double(text)
    default: return nil
    }
  }

  /// An address that the user opens: `https`, or `http` if the server itself is on a loopback address.
  private static func address(
    _ name: String, in json: JSONObject, of endpoint: Endpoint
  ) throws(OAuthError) -> Endpoint? {
    guard let value = json[name], value != .null else { return nil }
    guard let text = value.stringValue, text.utf8.count <= 2048, let address = try? Endpoint(text),
      address.scheme == "https" || endpoint.scheme == "http"
    else {
      throw .unreadable(
        .insecureEndpoint, "The reply sends the user to an address that is not HTTPS.",
        parameter: name, status: 200)
    }
    return address
  }

  private static func malformed(_ name: String, _ reason: String) -> OAuthError {
    .unreadable(.replyMalformed, reason, parameter: name, status: 200)
  }
}
