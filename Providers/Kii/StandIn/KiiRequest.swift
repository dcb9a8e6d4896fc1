// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import CoatcheckKii
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes

/// A received call of Kii's REST interface.
struct KiiRequest: Sendable {
  let served: ServedRequest
  /// The path below the API's base, in its parts.
  let parts: [String]
  /// The base address of the API.
  let base: String
  let now: Date

  /// - Parameter url: The address of the stand-in. The API is at this address, and below `/api` as well.
  init(_ served: ServedRequest, at url: String, now: Date) {
    self.served = served
    self.now = now
    let parts = served.path.split(separator: "/").map(String.init)
    let isBelow = parts.first == "api"
    self.parts = isBelow ? Array(parts.dropFirst()) : parts
    base = isBelow ? url + "/api" : url
  }

  var method: HTTPRequest.Method { served.head.method }

  func field(_ name: String) -> String? {
    HTTPField.Name(name).flatMap { served.head.headerFields[$0] }
  }

  /// Type and subtype of the body.
  var mediaType: String {
    (served.head.headerFields[.contentType] ?? "").prefix { $0 != ";" }
      .trimmingCharacters(in: .whitespaces).lowercased()
  }

  /// The access token in the `Authorization` field.
  var bearer: String? {
    let words = (served.head.headerFields[.authorization] ?? "").split(separator: " ")
    return words.count == 2 && words[0] == "Bearer" ? String(words[1]) : nil
  }

  /// The app's id in `Authorization: Basic`. The key in the credentials is not checked.
  private var basicApp: String? {
    let words = (served.head.headerFields[.authorization] ?? "").split(separator: " ")
    guard words.count == 2, words[0] == "Basic", let data = Data(base64Encoded: String(words[1]))
    else { return nil }
    return String(decoding: data, as: UTF8.self).split(separator: ":").first.map(String.init)
  }

  /// Checks that the call names the app: by both header fields, or by Basic credentials.
  func checkApp(_ appID: String) throws {
    if let named = field("x-kii-appid") {
      guard named == appID else { throw KiiRefusal.appNotFound }
      guard field("x-kii-appkey")?.isEmpty == false else { throw KiiRefusal.unauthorized }
    } else {
      guard basicApp == appID else { throw KiiRefusal.unauthorized }
    }
  }

  /// The JSON object of the body.
  ///
  /// - Parameter types: The accepted media types, without `application/`.
  func json(_ types: String...) throws -> JSONObject {
    guard types.contains(where: { mediaType == "application/\($0)".lowercased() }) else {
      throw KiiRefusal(
        .unsupportedMediaType, "UNSUPPORTED_MEDIA_TYPE", "This content type is not supported")
    }
    guard let json = try? JSONObject(parsing: [UInt8](served.body)) else {
      throw KiiRefusal.invalidInput("body")
    }
    return json
  }

  /// The parameters of a token request: a JSON object or, if `takesForms`, a form.
  func tokenParameters(takesForms: Bool) throws -> JSONObject {
    guard takesForms, mediaType == "application/x-www-form-urlencoded" else {
      return takesForms
        ? try json("json") : try json("json", "vnd.kii.OauthTokenRequest+json")
    }
    guard let form = try? Parameters(bytes: served.body) else {
      throw KiiRefusal(oauth: "invalid_request", "The form cannot be read")
    }
    var json = JSONObject()
    for (name, value) in form.pairs {
      json[name] =
        name == "expiresAt"
        ? Int(value).map { .number(JSONNumber($0)) } ?? .string(value) : .string(value)
    }
    return json
  }
}

extension JSONObject {
  /// A required text.
  func text(_ name: String) throws -> String {
    guard let text = self[name]?.stringValue, !text.isEmpty else {
      throw KiiRefusal.invalidInput(name)
    }
    return text
  }
}
