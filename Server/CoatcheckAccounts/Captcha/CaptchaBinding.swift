// SPDX-License-Identifier: Apache-2.0

public import CoatcheckIssuer
public import CoatcheckJOSE

/// What a challenge was given for, and where its proof is valid.
public struct CaptchaBinding: Sendable, Equatable {
  /// The client that asked.
  public var clientID: String
  /// The installation that asked: `X-device-fingerprint`.
  public var device: String
  /// What a message is wanted for: `BIND_MOBILE_SMS`; nil when none was given.
  public var purpose: String?
  /// Where it is wanted; nil for a challenge, which is not solved yet.
  public var contact: Contact?
  /// The login that waits; nil when none was given.
  public var state: TokenDigest?

  /// A binding.
  public init(
    clientID: String, device: String, purpose: String? = nil, contact: Contact? = nil,
    state: TokenDigest? = nil
  ) {
    self.clientID = clientID
    self.device = device
    self.purpose = purpose
    self.contact = contact
    self.state = state
  }

  /// Whether what is bound so may be used there. What was not said when it was bound is not asked.
  ///
  /// All parts are compared, in constant time: how long it takes does not tell which of them is wrong.
  public func allows(_ use: CaptchaBinding) -> Bool {
    let same = [
      Self.same(clientID, use.clientID), Self.same(device, use.device),
      purpose == nil || Self.same(purpose ?? "", use.purpose ?? ""),
      contact == nil || Self.same(contact?.key ?? "", use.contact?.key ?? ""),
      state == nil || Self.same(state?.hex ?? "", use.state?.hex ?? ""),
    ]
    return same.reduce(true) { $0 && $1 }
  }

  private static func same(_ one: String, _ other: String) -> Bool {
    ConstantTime.equal(one.utf8, other.utf8)
  }
}

extension CaptchaBinding {
  /// What is kept of it.
  public var json: JSONObject {
    var json: JSONObject = ["client": .string(clientID), "device": .string(device)]
    if let purpose { json["purpose"] = .string(purpose) }
    if let contact {
      json["contact"] = .array([.string(contact.kind), .string(contact.value)])
    }
    if let state { json["state"] = .string(Base64URL.encode(state.bytes)) }
    return json
  }

  /// Reads what was kept.
  ///
  /// - Returns: Nil for anything else: a part that cannot be read must not become a part that is not asked.
  public init?(json: JSONObject) {
    guard let clientID = json["client"]?.stringValue, let device = json["device"]?.stringValue
    else { return nil }
    self.init(clientID: clientID, device: device)
    if let value = json["purpose"] {
      guard let purpose = value.stringValue else { return nil }
      self.purpose = purpose
    }
    if let value = json["contact"] {
      let parts = value.arrayValue?.compactMap(\.stringValue) ?? []
      guard parts.count == 2, let contact = Contact(kind: parts[0], value: parts[1]) else {
        return nil
      }
      self.contact = contact
    }
    if let value = json["state"] {
      guard let bytes = try? Base64URL.decode(value.stringValue ?? ""),
        let state = TokenDigest(bytes: bytes)
      else { return nil }
      self.state = state
    }
  }
}

extension Contact {
  fileprivate var key: String { kind + ":" + value }
}
