// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// The purpose and context of a page. The server stores it, and it does not change while the page is open.
struct HostedFlow: Sendable {
  /// The name of the page in its address and in calls.
  enum Kind: String, Sendable {
    case bind, register, captcha

    /// The page for the purpose of a pending login.
    init(_ purpose: PendingBinding.Purpose) { self = purpose == .bind ? .bind : .register }

    /// The purpose of the login that the page completes; nil for the page that shows a captcha only.
    var purpose: PendingBinding.Purpose? {
      switch self {
      case .bind: .bind
      case .register: .register
      case .captcha: nil
      }
    }

    var path: String { "/hosted/" + rawValue }
  }

  let kind: Kind
  /// The state token of the pending login. A page that shows a captcha only may have none.
  let stateToken: Secret?
  /// The client and the device that requested the page. The page acts for them.
  let caller: IDaaSCaller
  let destination: HostedReturn
  /// The language the application asked for.
  let language: String?
  /// The theme of this call, as it was sent.
  let theme: JSONObject?
  /// The user's name at the social network. Untrusted text.
  let nickname: String?
  /// When the page ends.
  let expiresAt: Date
  /// The contact and purpose of the captcha; nil for the other pages.
  var captcha: HostedCaptcha?
}

extension HostedFlow {
  private var json: JSONObject {
    var json: JSONObject = [
      "page": .string(kind.rawValue), "client": .string(caller.clientID),
      "system": .string(caller.system),
      "device": .string(caller.device), "agent": .string(caller.agent),
      "return": .object(destination.json),
      "end": .number(JSONNumber(Int(expiresAt.timeIntervalSince1970.rounded(.down)))),
    ]
    json["token"] = stateToken.map { .string($0.reveal()) }
    json["captcha"] = captcha.map { .object($0.json) }
    json["says"] = caller.language.map(JSONValue.string)
    json["language"] = language.map(JSONValue.string)
    json["theme"] = theme.map(JSONValue.object)
    json["name"] = nickname.map(JSONValue.string)
    return json
  }

  private init?(json: JSONObject) {
    guard let kind = json["page"]?.stringValue.flatMap(Kind.init(rawValue:)),
      let client = json["client"]?.stringValue,
      let system = json["system"]?.stringValue, let device = json["device"]?.stringValue,
      let agent = json["agent"]?.stringValue, let end = json["end"]?.intValue,
      let destination = json["return"]?.objectValue.flatMap(HostedReturn.init(json:))
    else { return nil }
    self.init(
      kind: kind, stateToken: json["token"]?.stringValue.map(Secret.init),
      caller: IDaaSCaller(
        clientID: client, system: system, device: device, agent: agent,
        language: json["says"]?.stringValue),
      destination: destination, language: json["language"]?.stringValue,
      theme: json["theme"]?.objectValue, nickname: json["name"]?.stringValue,
      expiresAt: Date(timeIntervalSince1970: Double(end)),
      captcha: json["captcha"]?.objectValue.flatMap(HostedCaptcha.init(json:)))
    guard (kind == .captcha) == (captcha != nil), kind == .captcha || stateToken != nil else {
      return nil
    }
  }

  /// The record to store under a handle. It is sealed, since the state token in it gives access to an
  /// account.
  func record(
    _ kind: OneTimeRecord.Kind, under handle: Secret, sealer: Sealer
  ) throws -> OneTimeRecord {
    let digest = TokenDigest(of: handle)
    let sealed = try sealer.seal(json.serialized(), for: .hosted, context: digest.hex)
    return OneTimeRecord(
      kind: kind, digest: digest, content: ["sealed": .string(Base64URL.encode(sealed))],
      expiresAt: expiresAt)
  }

  /// Reads a record.
  ///
  /// - Returns: Nil when it was sealed with another key, or for another handle.
  init?(_ record: OneTimeRecord, sealer: Sealer) {
    guard let text = record.content["sealed"]?.stringValue,
      let sealed = try? Base64URL.decode(text),
      let bytes = sealer.open(sealed, for: .hosted, context: record.digest.hex),
      let json = try? JSONObject(parsing: bytes, limits: .hosted)
    else { return nil }
    self.init(json: json)
  }
}

extension Sealer.Purpose {
  /// The seal of the pages' state, in the store and in cookies.
  static let hosted = Sealer.Purpose(rawValue: "hosted")
}

extension OneTimeRecord.Kind {
  /// A page that is open in a browser.
  static let openPage = OneTimeRecord.Kind(rawValue: "open_page")
}

extension JSONLimits {
  /// The limits for stored flows, which may contain a theme with pictures.
  static let hosted = JSONLimits(depth: 16, bytes: 512 << 10)
}
