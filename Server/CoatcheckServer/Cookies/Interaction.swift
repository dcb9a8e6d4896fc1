// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Crypto
import Foundation

/// One passage of one browser through the pages: what the client asked, and how far the user is.
///
/// It travels in a sealed cookie of its own, so that two tabs do not disturb each other and no node
/// needs to remember it. Its pages only work in the browser that holds the cookie.
struct Interaction: Sendable {
  let id: String
  private(set) var parameters: Parameters
  let startedAt: Date
  /// The secret that the server's own forms carry.
  let formKey: String
  /// The sign-in that took place within this interaction.
  var login: TokenDigest?

  /// The parameters the issuer reads; others are not carried along.
  private static let carried: Set<String> = [
    "client_id", "redirect_uri", "response_type", "response_mode", "scope", "state", "nonce",
    "code_challenge", "code_challenge_method", "prompt", "max_age", "login_hint", "acr_values",
    "ui_locales", "request_uri", "dpop_jkt", "resource", "purpose", "user_code", "id_token_hint",
    "claims",
  ]

  /// The `purpose` of an interaction that answers a device instead of a client.
  static let device = "device"

  /// Whether it answers a device.
  var isDevice: Bool { parameters["purpose"] == Self.device }

  /// The code that was typed in for a device.
  var userCode: UserCode? {
    isDevice ? parameters["user_code"].flatMap { UserCode(typed: $0) } : nil
  }

  /// The same interaction, with the code that was typed in.
  func with(_ code: UserCode) -> Interaction {
    var changed = self
    changed.parameters["user_code"] = code.letters
    return changed
  }

  init(parameters: Parameters, environment: RuntimeEnvironment) {
    id = environment.token(bytes: 12)
    formKey = environment.token(bytes: 24)
    startedAt = environment.now()
    var kept = Parameters()
    for (name, value) in parameters.pairs where Self.carried.contains(name) {
      kept.append([value], to: name)
    }
    self.parameters = kept
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
      "id": .string(id), "ask": .string(parameters.encoded), "key": .string(formKey),
      "at": .number(JSONNumber(Int(startedAt.timeIntervalSince1970))),
    ]
    if let login { json["login"] = .string(Base64URL.encode(login.bytes)) }
    return json
  }

  init?(json: JSONObject) {
    guard let id = json["id"]?.stringValue, let ask = json["ask"]?.stringValue,
      let key = json["key"]?.stringValue, let at = json["at"]?.intValue,
      let parameters = try? Parameters(bytes: Array(ask.utf8), repeatable: ["resource"])
    else { return nil }
    self.id = id
    self.parameters = parameters
    formKey = key
    startedAt = Date(timeIntervalSince1970: Double(at))
    login = json["login"]?.stringValue.flatMap { try? Base64URL.decode($0) }
      .flatMap(TokenDigest.init(bytes:))
  }
}
