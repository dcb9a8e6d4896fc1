// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes
import CoatcheckFoundation

/// A successful response of PhotoColle. Its numbers may be written as strings.
struct PhotoColleReply {
  let json: JSONObject

  /// An object in a response.
  init(_ json: JSONObject) { self.json = json }

  /// Reads a response: `result` is 0, or it is an error response with a code or a list of them.
  init(_ body: Data) throws(PhotoColleError) {
    let limits = JSONLimits(bytes: PhotoColle.maximumReplyLength)
    guard let json = try? JSONObject(parsing: body, limits: limits) else {
      throw .unreadable(member: "body")
    }
    self.json = json
    switch try number("result") {
    case 0: return
    case 1: throw try refusal()
    default: throw .unreadable(member: "result")
    }
  }

  private func refusal() throws(PhotoColleError) -> PhotoColleError {
    guard json["err_list"] != nil else {
      return .application(
        PhotoColleCode(rawValue: try number("err_cd")), parameter: try optionalText("param_name"),
        value: try optionalText("param_value"))
    }
    var faults: [PhotoColleUploadFault] = []
    for entry in try objects("err_list") {
      faults.append(
        PhotoColleUploadFault(
          code: PhotoColleCode(rawValue: try entry.number("err_cd")),
          item: try entry.text("err_item", upTo: 255)))
    }
    return .upload(faults)
  }

  /// Checks that the status is 200.
  static func check(_ head: HTTPResponse, _ body: Data) throws(PhotoColleError) {
    guard head.status != .ok else { return }
    if head.status == .unauthorized, Self.saysInvalidToken(head) { throw .tokenExpired }
    throw .http(
      status: head.status.code, reasonPhrase: head.status.reasonPhrase,
      body: body.prefix(64 << 10))
  }

  /// Whether a challenge has `error=invalid_token`: quoted as RFC 6750 §3 requires, or bare, and with
  /// commas or spaces between the parameters.
  private static func saysInvalidToken(_ head: HTTPResponse) -> Bool {
    let fields = head.headerFields[values: .wwwAuthenticate]
    let challenges = HTTPChallenge.parse(fields)
    if challenges.contains(where: { $0.parameters["error"] == "invalid_token" }) { return true }
    // PhotoColle separated the parameters by spaces alone, which the grammar of a challenge does not allow.
    return challenges.isEmpty
      && fields.contains { field in
        var isQuoted = false
        let items = field.split { character in
          if character == "\"" { isQuoted.toggle() }
          return !isQuoted && (character == " " || character == ",")
        }
        return items.contains("error=invalid_token") || items.contains("error=\"invalid_token\"")
      }
  }

  /// A whole number, also one that is written as a string; nil when absent.
  func optionalNumber(_ member: String) throws(PhotoColleError) -> Int? {
    switch json[member] {
    case nil, .null: return nil
    case .number(let number):
      guard let value = number.int else { throw .unreadable(member: member) }
      return value
    case .string(let text):
      guard let value = Int(text) else { throw .unreadable(member: member) }
      return value
    default: throw .unreadable(member: member)
    }
  }

  /// A required whole number in a range, also one that is written as a string.
  func number(
    _ member: String, in range: ClosedRange<Int> = .min ... .max
  ) throws(PhotoColleError) -> Int {
    guard let number = try optionalNumber(member), range.contains(number) else {
      throw .unreadable(member: member)
    }
    return number
  }

  /// A text; nil when absent.
  func optionalText(_ member: String) throws(PhotoColleError) -> String? {
    switch json[member] {
    case nil, .null: return nil
    case .string(let text): return text
    case .number(let number):
      return String(decoding: JSONValue.number(number).serialized(), as: UTF8.self)
    default: throw .unreadable(member: member)
    }
  }

  /// A required text of at least one character.
  func text(_ member: String, upTo maximum: Int = .max) throws(PhotoColleError) -> String {
    guard let text = try optionalText(member), !text.isEmpty, text.count <= maximum else {
      throw .unreadable(member: member)
    }
    return text
  }

  func date(_ member: String) throws(PhotoColleError) -> Date {
    guard let date = PhotoColleDate.date(try text(member)) else {
      throw .unreadable(member: member)
    }
    return date
  }

  /// An array; nil when absent.
  func optionalArray(_ member: String) throws(PhotoColleError) -> [JSONValue]? {
    switch json[member] {
    case nil, .null: return nil
    case .array(let values): return values
    default: throw .unreadable(member: member)
    }
  }

  /// An array of objects; empty when absent.
  func objects(_ member: String) throws(PhotoColleError) -> [PhotoColleReply] {
    var objects: [PhotoColleReply] = []
    for value in try optionalArray(member) ?? [] {
      guard let object = value.objectValue else { throw .unreadable(member: member) }
      objects.append(PhotoColleReply(object))
    }
    return objects
  }

  /// An array of texts, each of 1 to `maximum` characters; empty when absent.
  func texts(_ member: String, upTo maximum: Int) throws(PhotoColleError) -> [String] {
    var texts: [String] = []
    for value in try optionalArray(member) ?? [] {
      guard let text = value.stringValue, (1...maximum).contains(text.count) else {
        throw .unreadable(member: member)
      }
      texts.append(text)
    }
    return texts
  }
}
