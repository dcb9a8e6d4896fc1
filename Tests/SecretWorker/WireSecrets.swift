// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// Finds the secrets of a request or a response by their names.
enum WireSecrets {
  /// Parameters and members that hold a secret in requests and responses. A new flow's names are added here.
  static let names: Set<String> = [
    "access_token", "refresh_token", "id_token", "session_token", "state_token", "captcha_token",
    "client_secret", "client_assertion", "assertion", "password", "new_password", "old_password",
    "newPassword", "oldPassword", "passwd", "code_verifier", "verify_code", "device_code",
    "device_secret", "ticket", "subject_token", "actor_token", "auth_req_id",
    "registration_access_token", "logout_token", "id_token_hint", "mfa_token",
    "login_hint_token", "software_statement",
  ]
  /// Names that hold a secret in a request or an address only: in a response body they are plain words.
  static let asked: Set<String> = ["code", "state"]
  /// The name that holds a secret in a form only: elsewhere it is a captcha's challenge, which is public.
  static let inForms = "token"
  /// Header fields whose value is a secret.
  static let fields: Set<String> = [
    "x-state-token", "x-session-token", "dpop", "x-kii-password",
  ]

  static func mark(_ request: HTTPRequest, _ body: Data, _ marks: Marks) {
    mark(address: request.path ?? "", marks)
    if let form = try? Parameters(bytes: Array(body)) {
      mark(form, marks)
      marks.add(inForms, form[inForms])
    }
    if let json = try? JSONValue(parsing: Array(body)) { mark(json, marks, isAnswer: false) }
    if let text = request.headerFields[.authorization] { mark(credentials: text, marks) }
    if let text = request.headerFields[.cookie] {
      for pair in text.split(separator: ";") { mark(cookie: pair, marks) }
    }
    mark(request.headerFields, marks)
  }

  static func mark(_ answer: HTTPResponse, _ body: Data, _ marks: Marks) {
    if let location = answer.headerFields[.location] { mark(address: location, marks) }
    for field in answer.headerFields where field.name == .setCookie {
      mark(cookie: field.value.prefix { $0 != ";" }, marks)
    }
    if let json = try? JSONValue(parsing: Array(body)) { mark(json, marks, isAnswer: true) }
  }

  private static func mark(_ fields: HTTPFields, _ marks: Marks) {
    for field in fields where Self.fields.contains(field.name.canonicalName) {
      marks.add(field.name.canonicalName, field.value)
    }
  }

  private static func mark(_ form: Parameters, _ marks: Marks) {
    for pair in form.pairs where names.contains(pair.name) || asked.contains(pair.name) {
      marks.add(pair.name, pair.value)
    }
  }

  private static func mark(address: String, _ marks: Marks) {
    for part in address.split(whereSeparator: { $0 == "?" || $0 == "#" }).dropFirst() {
      if let parameters = try? Parameters(decoding: String(part)) { mark(parameters, marks) }
    }
  }

  private static func mark(_ json: JSONValue, _ marks: Marks, isAnswer: Bool) {
    switch json {
    case .object(let object):
      for (name, value) in object {
        if names.contains(name) || (!isAnswer && asked.contains(name)) {
          marks.add(name, value.stringValue)
        }
        mark(value, marks, isAnswer: isAnswer)
      }
    case .array(let values): for value in values { mark(value, marks, isAnswer: isAnswer) }
    default: break
    }
  }

  private static func mark(cookie pair: Substring, _ marks: Marks) {
    guard let sign = pair.firstIndex(of: "=") else { return }
    marks.add("cookie", String(pair[pair.index(after: sign)...]))
  }

  private static func mark(credentials text: String, _ marks: Marks) {
    guard let space = text.firstIndex(of: " ") else { return marks.add("authorization", text) }
    let value = String(text[text.index(after: space)...])
    guard text[..<space].lowercased() == "basic" else {
      // The parameters of a signature are public, except the signature.
      if let start = value.range(of: "signature=\"") {
        return marks.add("signature", String(value[start.upperBound...].prefix { $0 != "\"" }))
      }
      return marks.add("authorization", value)
    }
    guard let data = Data(base64Encoded: value) else { return }
    let pair = String(decoding: data, as: UTF8.self)
    if let colon = pair.firstIndex(of: ":") {
      let secret = String(pair[pair.index(after: colon)...])
      marks.add("client_secret", secret.removingPercentEncoding ?? secret)
    }
  }
}
