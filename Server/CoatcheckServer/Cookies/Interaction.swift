// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Crypto
import Foundation

/// One passage of one browser through the sign-in and consent pages: the request, and its state.
///
/// Each interaction is stored in its own sealed cookie, so that two tabs do not affect each other and the
/// server stores nothing. Its pages only work in the browser that has the cookie.
struct Interaction: Sendable {
  /// What the interaction is for. The endpoint that begins it decides, not a parameter of the request.
  private enum Origin {
    case client(Parameters)
    case device(UserCode?)
    case account(again: Bool)
  }

  let id: String
  private var origin: Origin
  let startedAt: Date
  /// The key of the CSRF tokens in its forms.
  let formKey: String
  /// The digest of the login session that was begun within this interaction; nil before a sign-in.
  var login: TokenDigest?
  /// The language in which it began; nil in one that began before interactions had a language.
  var language: PageLanguage?

  /// The request parameters that are kept; others are dropped.
  private static let carried: Set<String> = [
    "client_id", "redirect_uri", "response_type", "response_mode", "scope", "state", "nonce",
    "code_challenge", "code_challenge_method", "prompt", "max_age", "login_hint", "acr_values",
    "ui_locales", "request_uri", "dpop_jkt", "resource", "id_token_hint", "claims",
  ]

  /// The parameters of the client's request; empty for a device and for the account page.
  var parameters: Parameters {
    if case .client(let parameters) = origin { parameters } else { [:] }
  }

  /// Whether it is for a device authorization.
  var isDevice: Bool {
    if case .device = origin { true } else { false }
  }

  /// Whether it is for the account page.
  var isAccount: Bool {
    if case .account = origin { true } else { false }
  }

  /// Whether a signed-in user signs in again before a change on the account page.
  var isAgain: Bool {
    if case .account(again: true) = origin { true } else { false }
  }

  /// The user code that was entered; nil before that.
  var userCode: UserCode? {
    if case .device(let code) = origin { code } else { nil }
  }

  /// The same interaction with the user code that was entered.
  func with(_ code: UserCode) -> Interaction {
    var changed = self
    changed.origin = .device(code)
    return changed
  }

  /// Begins an interaction for an authorization request.
  init(parameters: Parameters, environment: RuntimeEnvironment) {
    var kept = Parameters()
    for (name, value) in parameters.pairs where Self.carried.contains(name) {
      kept.append([value], to: name)
    }
    self.init(.client(kept), environment)
  }

  /// Begins an interaction for a device, whose user code is not yet known.
  static func forDevice(_ environment: RuntimeEnvironment) -> Interaction {
    Interaction(.device(nil), environment)
  }

  /// Begins an interaction for the account page.
  static func forAccount(_ environment: RuntimeEnvironment, again: Bool) -> Interaction {
    Interaction(.account(again: again), environment)
  }

  private init(_ origin: Origin, _ environment: RuntimeEnvironment) {
    self.origin = origin
    id = environment.token(bytes: 12)
    formKey = environment.token(bytes: 24)
    startedAt = environment.now()
  }

  /// The CSRF token of the sign-in form.
  var loginToken: String { formToken("login") }

  /// The CSRF token of the consent form. It states the scopes that the page shows, and is bound to them and
  /// to the login session that the page is shown to.
  func consentToken(for login: TokenDigest?, showing scopes: [String]) -> String {
    let shown = Base64URL.encode(scopes.joined(separator: " ").utf8)
    return shown + "." + formToken("consent \(login?.hex ?? "") \(shown)")
  }

  /// The scopes that the consent page showed; nil when the token is not one of this interaction and login
  /// session.
  func scopesShown(by token: String, to login: TokenDigest?) -> [String]? {
    guard let shown = token.split(separator: ".", omittingEmptySubsequences: false).first,
      let bytes = try? Base64URL.decode(shown)
    else { return nil }
    let scopes = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
    let expected = consentToken(for: login, showing: scopes)
    return ConstantTime.equal(token.utf8, expected.utf8) ? scopes : nil
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
