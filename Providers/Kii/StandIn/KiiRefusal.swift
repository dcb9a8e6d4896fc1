// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import CoatcheckJOSE
import CoatcheckServer
import HTTPTypes

/// An error response in the words of Kii's documents.
struct KiiRefusal: Error {
  let status: HTTPResponse.Status
  let json: JSONObject

  /// `errorCode` and `message`.
  init(_ status: HTTPResponse.Status, _ code: String, _ message: String) {
    self.status = status
    json = ["errorCode": .string(code), "message": .string(message)]
  }

  /// An error of the app's token endpoint, which has the members of Kii and those of RFC 6749.
  init(oauth code: String, _ message: String) {
    status = .badRequest
    json = [
      "errorCode": "OAUTH2_ERROR", "message": .string(message), "error": .string(code),
      "error_description": .string(message),
    ]
  }

  var response: ServedResponse { .standIn(status, json: json) }

  static let wrongToken = KiiRefusal(
    .forbidden, "WRONG_TOKEN", "The provided token is not valid")
  static let wrongRefreshToken = KiiRefusal(
    .forbidden, "WRONG_REFRESH_TOKEN", "The provided refresh token is not valid")
  static let unauthorized = KiiRefusal(
    .unauthorized, "UNAUTHORIZED", "The request has no credentials that are good")
  static let appNotFound = KiiRefusal(.notFound, "APP_NOT_FOUND", "The app was not found")
  static let notFound = KiiRefusal(.notFound, "NOT_FOUND", "There is no such resource")

  static func invalidInput(_ name: String) -> KiiRefusal {
    KiiRefusal(.badRequest, "INVALID_INPUT_DATA", "There are validation errors: \(name)")
  }
}
