// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import CoatcheckJOSE
import CoatcheckServer
import HTTPTypes

/// An error response of Weibo, with Weibo's number beside the error code.
struct WeiboRefusal: Error {
  let number: Int
  let word: String
  let description: String
  var status = HTTPResponse.Status.badRequest

  static let redirectMismatch = WeiboRefusal(
    number: 21322, word: "redirect_uri_mismatch", description: "")
  static func invalidRequest(_ description: String) -> WeiboRefusal {
    WeiboRefusal(number: 21323, word: "invalid_request", description: description)
  }
  static let invalidClient = WeiboRefusal(
    number: 21324, word: "invalid_client", description: "client_id or client_secret parameter error"
  )
  static func invalidGrant(_ description: String) -> WeiboRefusal {
    WeiboRefusal(number: 21325, word: "invalid_grant", description: description)
  }
  static let unauthorizedClient = WeiboRefusal(
    number: 21326, word: "unauthorized_client", description: "")
  static let expiredToken = WeiboRefusal(
    number: 21327, word: "expired_token", description: "", status: .forbidden)
  static let unsupportedGrant = WeiboRefusal(
    number: 21328, word: "unsupported_grant_type", description: "")
  static let unsupportedResponse = WeiboRefusal(
    number: 21329, word: "unsupported_response_type", description: "")
  static let accessDenied = WeiboRefusal(
    number: 21330, word: "access_denied", description: "user denied your request.")
  static let invalidToken = WeiboRefusal(
    number: 21332, word: "invalid_access_token", description: "")
  static let noToken = WeiboRefusal(
    number: 10006, word: "source paramter(appkey) is missing", description: "")
  static let wrongParameter = WeiboRefusal(
    number: 10008, word: "param error, see doc for more info", description: "")
  static let wrongMethod = WeiboRefusal(
    number: 10021, word: "HTTP METHOD is not suported for this request!", description: "",
    status: .methodNotAllowed)
  static let unknownUser = WeiboRefusal(
    number: 20003, word: "User does not exists!", description: "")

  /// The error response to a request at a path. Only the OAuth endpoints add `error_uri` and
  /// `error_description`.
  func response(at path: String) -> ServedResponse {
    var json: JSONObject = [
      "error": .string(word), "error_code": .number(JSONNumber(number)), "request": .string(path),
    ]
    if path.hasPrefix("/oauth2/") {
      json["error_uri"] = .string(path)
      if !description.isEmpty { json["error_description"] = .string(description) }
    }
    return .standIn(status, json: json)
  }
}
