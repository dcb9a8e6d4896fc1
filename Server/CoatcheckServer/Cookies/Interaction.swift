// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Crypto
import Foundation

/// One passage of one browser through the pages: what the client, the device or the user asked, and how far the user is.
///
/// It travels in a sealed cookie of its own, so that two tabs do not disturb each other and no node
/// needs to remember it. Its pages only work in the browser that holds the cookie.
struct Interaction: Sendable {
  /// What the passage is for. A request says nothing about it: the endpoint decides.
  private enum Origin {
    case client(Parameters)
    case device(UserCode?)
    case account(again: Bool)
  }

  let id: String
  private var origin: Origin
  let startedAt: Date
  /// The secret that the server's own forms carry.
  let formKey: String
  /// The sign-in that took place within this interaction.
  var login: TokenDigest?
  /// The language in which it began; nil in one that began before interactions had a language.
  var language: PageLanguage?

  /// The parameters the issuer reads; others are not carried along.
  private static let carried: Set<String> = [
    "client_id", "redirect_uri", "response_type", "response_mode", "scope", "state", "nonce",
    "code_challenge", "code_challenge_method", "prompt", "max_age", "login_hint", "acr_values",
    "ui_locales", "request_uri", "dpop_jkt", "resource", "id_token_hint", "claims",
  ]

  /// What the client asked; empty for a device.
  var parameters: Parameters {
    if case .client(let parameters) = origin { parameters } else { [:] }
  }

  /// Whether it answers a device.
  var isDevice: Bool {
    if case .device = origin { true } else { false }
  }

  /// Whether it leads to the user's own account page.
  var isAccount: Bool {
    if case .account = origin { true } else { false }
  }

  /// Whether the user is signed in, and does so again before a change.
  var isAgain: Bool {
    if case .account(again: true) = origin { true } else { false }
  }

  /// The code that was typed in for a device.
  var userCode: UserCode? {
    if case .device(let code) = origin { code } else { nil }
  }

  /// The same interaction, for the device whose code was typed in.
  func with(_ code: UserCode) -> Interaction {
    var changed = self
    changed.origin = .device(code)
    return changed
  }

  /// The passage that answers a client.
  init(parameters: Parameters, environment: RuntimeEnvironment) {
    var kept = Parameters()
    for (name, value) in parameters.pairs where Self.carried.contains(name) {
      kept.append([value], to: name)
    }
    self.init(.client(kept), environment)
  }

  /// The passage that answers a device, whose code is not known yet.
  static func forDevice(_ environment: RuntimeEnvironment) -> Interaction {
    Interaction(.device(nil), environment)
  }

  /// The passage that leads to the user's own account page.
  static func forAccount(_ environment: RuntimeEnvironment, again: Bool) -> Interaction {
    Interaction(.account(again: again), environment)
  }

  private init(_ origin: Origin, _ environment: RuntimeEnvironment) {
    self.origin = origin
    id = environment.token(bytes: 12)
    formKey = environment.token(bytes: 24)
    startedAt = environment.now()
  }

  /// What the sign-in form carries.
  var loginToken: String { formToken("login") }

  /// What the consent form carries: it answers for the user it was shown to, and no other.
  func consentToken(for login: TokenDigest?) -> String {
    formToken("consent " + (login?.hex ?? ""))
  }

  private func formToken(_ purpose: String) -> String {
    let code = HMAC<SHA256>.authenticationCode(
      for: Data(purpose.utf8), using: SymmetricKey(data: Data(formKey.utf8)))
    return Base64URL.encode(Array(code))
  }

  var json: JSONObject {
    var json: JSONObject = [
      "id": .string(id), "key": .string(formKey),
      "at": .number(JSONNumber(Int(startedAt.timeIntervalSince1970))),
    ]
    switch origin {
    case .client(let parameters): json["ask"] = .string(parameters.encoded)
    case .device(let code): json["device"] = .string(code?.letters ?? "")
    case .account(let again): json["account"] = .bool(again)
    }
    if let language { json["lang"] = .string(language.rawValue) }
    if let login { json["login"] = .string(Base64URL.encode(login.bytes)) }
    return json
  }

  init?(json: JSONObject) {
    guard let id = json["id"]?.stringValue, let key = json["key"]?.stringValue,
      let at = json["at"]?.intValue
    else { return nil }
    if let code = json["device"]?.stringValue {
      origin = .device(UserCode(typed: code))
    } else if let again = json["account"]?.boolValue {
      origin = .account(again: again)
    } else if let ask = json["ask"]?.stringValue,
      let parameters = try? Parameters(bytes: Array(ask.utf8), repeatable: ["resource"])
    {
      origin = .client(parameters)
    } else {
      return nil
    }
    self.id = id
    formKey = key
    startedAt = Date(timeIntervalSince1970: Double(at))
    language = json["lang"]?.stringValue.flatMap(PageLanguage.init(rawValue:))
    login = json["login"]?.stringValue.flatMap { try? Base64URL.decode($0) }
      .flatMap(TokenDigest.init(bytes:))
  }
}
