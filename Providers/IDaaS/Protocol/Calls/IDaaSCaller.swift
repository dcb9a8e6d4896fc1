// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

/// Who calls: what the header fields of every call say about the application and its device.
public struct IDaaSCaller: Sendable, Hashable {
  /// The application's client id: `X-client-id`.
  public var clientID: String
  /// The device's system and its version: `X-operating-sys-version`.
  public var system: String
  /// A random id of this installation: `X-device-fingerprint`.
  public var device: String
  /// The app's user agent: `X-agent`.
  public var agent: String
  /// The address that the device believes to have: `X-device-ip`. It is not trusted.
  public var claimedAddress: String?
  /// The language of answers and messages: `X-L`.
  public var language: String?
  /// What the app knows besides the document: `X-client-capabilities`. `confirm` is showing the account that
  /// would be linked.
  public var capabilities: Set<String> = []

  /// Describes a caller.
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
  /// - Throws: `parameterMissing` without a client id; `deviceIncomplete` without a field about the device.
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
