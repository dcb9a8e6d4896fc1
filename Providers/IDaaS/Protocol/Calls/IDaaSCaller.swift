// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

/// The client of a call: the values of the header fields that every call has, about the application and
/// its device.
public struct IDaaSCaller: Sendable, Hashable {
  /// The client identifier of the application: the header field `X-client-id`.
  public var clientID: String
  /// The operating system of the device and its version, such as `iOS 18.1.0`: `X-operating-sys-version`.
  public var system: String
  /// The random identifier of this installation: `X-device-fingerprint`.
  public var device: String
  /// The name and version of the app in the form of a user agent: `X-agent`.
  public var agent: String
  /// The IP address that the device states for itself: `X-device-ip`. It is not trusted.
  public var claimedAddress: String?
  /// The language of error messages and text messages, such as `zh-CN`: `X-L`; nil for the tenant's
  /// default.
  public var language: String?
  /// What the app supports beyond the vendor's documentation: `X-client-capabilities`. `confirm` means
  /// that it shows the account that would be linked.
  public var capabilities: Set<String> = []

  /// Creates the value from its parts.
  ///
  /// - Parameters:
  ///   - clientID: The client identifier of the application.
  ///   - system: The operating system of the device and its version, such as `iOS 18.1.0`.
  ///   - device: The random identifier of this installation.
  ///   - agent: The name and version of the app in the form of a user agent.
  ///   - claimedAddress: The IP address that the device states for itself; nil for none.
  ///   - language: The language of error messages and text messages; nil for the tenant's default.
  public init(
    clientID: String, system: String, device: String, agent: String, claimedAddress: String? = nil,
    language: String? = nil
  ) {
    self.clientID = clientID
    self.system = system
    self.device = device
    self.agent = agent
    self.claimedAddress = claimedAddress
    self.language = language
  }
}

extension IDaaSCaller {
  /// The header fields, by name.
  var fields: [(String, String)] {
    var fields = [
      ("X-client-id", clientID), ("X-operating-sys-version", system),
      ("X-device-fingerprint", device), ("X-agent", agent),
    ]
    if let claimedAddress { fields.append(("X-device-ip", claimedAddress)) }
    if let language { fields.append(("X-L", language)) }
    if !capabilities.isEmpty {
      fields.append(("X-client-capabilities", capabilities.sorted().joined(separator: ",")))
    }
    return fields
  }
}

extension IDaaSCaller {
  /// Reads the header fields of a call.
  ///
  /// - Throws: `parameterMissing` without a client identifier; `deviceIncomplete` without one of the
  ///   fields about the device.
  public init(_ fields: HTTPFields) throws(Refusal) {
    func field(_ name: String) -> String? {
      HTTPField.Name(name).flatMap { fields[$0] }.flatMap { $0.isEmpty ? nil : $0 }
    }
    guard let clientID = field("X-client-id") else {
      throw Refusal(.parameterMissing, "X-client-id", detail: .missingParameter)
    }
    guard let system = field("X-operating-sys-version"),
      let device = field("X-device-fingerprint"), let agent = field("X-agent")
    else { throw Refusal(.deviceIncomplete, detail: .deviceIncomplete) }
    self.init(
      clientID: clientID, system: system, device: device, agent: agent,
      claimedAddress: field("X-device-ip"), language: field("X-L"))
    let words = (field("X-client-capabilities") ?? "").split(separator: ",").prefix(16)
    capabilities = Set(words.map { $0.filter { $0 != " " } }.filter { !$0.isEmpty })
  }
}
