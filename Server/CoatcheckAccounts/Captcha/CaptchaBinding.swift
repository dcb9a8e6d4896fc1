// SPDX-License-Identifier: Apache-2.0

public import CoatcheckIssuer
public import CoatcheckJOSE

/// What a captcha challenge, or the proof that it was solved, is bound to.
public struct CaptchaBinding: Sendable, Equatable {
  /// The client that requested the challenge.
  public var clientID: String
  /// The installation that requested it: the value of the header `X-device-fingerprint`.
  public var device: String
  /// The type of the message that the captcha permits: `BIND_MOBILE_SMS`; nil when it is bound to no type.
  public var purpose: String?
  /// The contact that the message is sent to; nil when it is bound to no contact, as before a challenge is
  /// solved.
  public var contact: Contact?
  /// The digest of the state token of a pending login; nil when it is bound to no login.
  public var state: TokenDigest?

  /// Creates a binding.
  ///
  /// - Parameters:
  ///   - clientID: The client that requested the challenge.
  ///   - device: The installation that requested it.
  ///   - purpose: The type of the message that the captcha permits; nil for any.
  ///   - contact: The contact that the message is sent to; nil for any.
  ///   - state: The digest of the state token of the pending login; nil for any.
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

  /// Whether a proof with this binding is valid for a use. Parts of this binding that are nil are not
  /// compared.
  ///
  /// All parts are compared, in constant time: the duration does not disclose which of them differs.
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
  /// The binding as a JSON object, in the form in which it is stored.
  public var json: JSONObject {
    var json: JSONObject = ["client": .string(clientID), "device": .string(device)]
    if let purpose { json["purpose"] = .string(purpose) }
    if let contact {
      json["contact"] = .array([.string(contact.kind), .string(contact.value)])
    }
    if let state { json["state"] = .string(Base64URL.encode(state.bytes)) }
    return json
  }

  /// Reads a binding in its stored form.
  ///
  /// - Parameter json: A value of the property `json`.
  /// - Returns: Nil for anything else. A part that cannot be read never becomes a part that is not
  ///   compared.
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
