// SPDX-License-Identifier: Apache-2.0
package import CoatcheckIssuer
import CoatcheckJOSE
package import CoatcheckOAuth
import CoatcheckServer
import Crypto
import Foundation
import HTTPTypes

/// The state of one browser at a page: the content of its sealed cookie.
///
/// "One browser session per hosted flow": a browser has one open page; a new one takes the place
/// of the old one, whose forms are refused from then on.
package struct HostedBrowser: Sendable, Equatable {
  /// The step of the page that the user is at.
  enum Step: String, Sendable { case contact, slider, confirm, secondFactor }

  /// The handle of the open page.
  let handle: String
  /// The key of ``formToken``.
  let formKey: String
  let kind: HostedFlow.Kind
  /// Where the browser goes in the end. It is stored here too, for a link back after the page has expired.
  let destination: HostedReturn
  let expiresAt: Date

  var step = Step.contact
  /// The language the user chose.
  var language: String?
  /// The state token of the login, if a later step replaced that of the flow.
  var stateToken: String?
  /// Whether an address is typed instead of a number.
  var usesEmail = false
  /// The country as it was chosen, and the number or address as it was typed.
  var country: String?
  var contact: String?
  /// The code as it was typed, while an account waits to be confirmed.
  var code: String?
  /// The account to confirm, its name masked.
  var account: String?
  /// When the next code may be requested.
  var nextCode: Date?
  /// The token of a slider's challenge and the position of its piece, for a browser without script.
  var picture: String?
  var position = 0
  /// The error text for the next page, and the field that it is about.
  var alert: String?
  var alertField: String?
  /// The confirmation for the next page.
  var notice: String?

  init(
    handle: String, formKey: String, kind: HostedFlow.Kind, destination: HostedReturn,
    expiresAt: Date
  ) {
    self.handle = handle
    self.formKey = formKey
    self.kind = kind
    self.destination = destination
    self.expiresAt = expiresAt
  }

  /// The CSRF token of the page's forms.
  var formToken: String {
    let code = HMAC<SHA256>.authenticationCode(
      for: Data(("form " + handle).utf8), using: SymmetricKey(data: Data(formKey.utf8)))
    return Base64URL.encode(Array(code))
  }
}

extension HostedBrowser {
  /// The name of the cookie.
  package static let cookie = "coatcheck_page"
  /// How long the cookie outlives the page, in seconds: an expired page still links back to the
  /// application.
  private static let afterlife = 3600
  /// Browsers keep at least 4096 bytes per cookie, name and attributes included.
  private static let maximumValue = 3800

  /// The `Set-Cookie` value that stores this state.
  ///
  /// - Returns: Nil when it is too long for a cookie.
  func kept(by server: IDaaSServer) -> String? {
    guard let sealed = try? server.sealer.seal(json.serialized(), for: .hosted, context: "cookie")
    else { return nil }
    let value = Base64URL.encode(sealed)
    guard value.utf8.count <= Self.maximumValue else { return nil }
    let left = expiresAt.timeIntervalSince(server.environment.now()).rounded(.up)
    return server.cookies.setting(
      Self.cookie, to: value, age: max(0, Int(left)) + Self.afterlife)
  }

  /// Reads the cookie of a request.
  ///
  /// - Returns: Nil without a cookie, and for one that was changed or is not of this server.
  init?(_ head: HTTPRequest, of server: IDaaSServer) {
    guard let value = server.cookies.value(Self.cookie, in: head),
      let sealed = try? Base64URL.decode(value),
      let bytes = server.sealer.open(sealed, for: .hosted, context: "cookie"),
      let json = try? JSONObject(parsing: bytes)
    else { return nil }
    self.init(json: json)
  }

  private var json: JSONObject {
    var json: JSONObject = [
      "h": .string(handle), "k": .string(formKey), "p": .string(kind.rawValue),
      "r": .object(destination.json), "e": Self.seconds(expiresAt), "s": .string(step.rawValue),
    ]
    json["l"] = language.map(JSONValue.string)
    json["t"] = stateToken.map(JSONValue.string)
    if usesEmail { json["m"] = true }
    json["c"] = country.map(JSONValue.string)
    json["n"] = contact.map(JSONValue.string)
    json["v"] = code.map(JSONValue.string)
    json["o"] = account.map(JSONValue.string)
    json["w"] = nextCode.map(Self.seconds)
    json["i"] = picture.map(JSONValue.string)
    if position > 0 { json["x"] = .number(JSONNumber(position)) }
    json["a"] = alert.map(JSONValue.string)
    json["f"] = alertField.map(JSONValue.string)
    json["d"] = notice.map(JSONValue.string)
    return json
  }

  private init?(json: JSONObject) {
    guard let handle = json["h"]?.stringValue, let key = json["k"]?.stringValue,
      let kind = json["p"]?.stringValue.flatMap(HostedFlow.Kind.init(rawValue:)),
      let destination = json["r"]?.objectValue.flatMap(HostedReturn.init(json:)),
      let end = json["e"]?.intValue,
      let step = json["s"]?.stringValue.flatMap(Step.init(rawValue:))
    else { return nil }
    self.init(
      handle: handle, formKey: key, kind: kind, destination: destination,
      expiresAt: Date(timeIntervalSince1970: Double(end)))
    self.step = step
    language = json["l"]?.stringValue
    stateToken = json["t"]?.stringValue
    usesEmail = json["m"]?.boolValue ?? false
    country = json["c"]?.stringValue
    contact = json["n"]?.stringValue
    code = json["v"]?.stringValue
    account = json["o"]?.stringValue
    nextCode = json["w"]?.intValue.map { Date(timeIntervalSince1970: Double($0)) }
    picture = json["i"]?.stringValue
    position = json["x"]?.intValue ?? 0
    alert = json["a"]?.stringValue
    alertField = json["f"]?.stringValue
    notice = json["d"]?.stringValue
  }

  private static func seconds(_ date: Date) -> JSONValue {
    .number(JSONNumber(Int(date.timeIntervalSince1970.rounded(.down))))
  }
}

extension IDaaSServer {
  /// How the pages' cookie is named and written.
  var cookies: CookieRules { CookieRules(isSecure: settings.origin.hasPrefix("https://")) }
}

extension HostedBrowser {
  /// The challenge of the slider that a browser without script shows, for tests. It needs the master key.
  ///
  /// - Returns: Nil when the cookie is another server's, or its page shows no slider.
  package static func challenge(inCookie value: String, sealer: Sealer) -> Secret? {
    guard let sealed = try? Base64URL.decode(value),
      let bytes = sealer.open(sealed, for: .hosted, context: "cookie"),
      let json = try? JSONObject(parsing: bytes)
    else { return nil }
    return HostedBrowser(json: json)?.picture.map(Secret.init)
  }
}
