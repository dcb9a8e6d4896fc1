// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

/// The part of an error that is sent to a peer.
struct ErrorResponse {
  let code: String
  let description: String?
  let uri: String?
  let status: Int

  /// A `refused` error is sent with its code and reason. Any other error is a failure of this server, and
  /// is sent without its reason.
  init(_ error: OAuthError) {
    switch error.outcome {
    case .refused:
      code = error.code.rawValue
      description = PrintableText.protocolText(error.peerDescription ?? error.reason, limit: 200)
      uri = error.errorURI
      status = error.status ?? Self.status(of: error.code)
    case .unreachable:
      code = OAuthError.Code.temporarilyUnavailable.rawValue
      description = nil
      uri = nil
      status = 503
    case .unreadable, .misused:
      code = OAuthError.Code.serverError.rawValue
      description = nil
      uri = nil
      status = 500
    }
  }

  /// The members `error`, `error_description` and `error_uri`.
  var json: JSONObject {
    var object = JSONObject()
    object["error"] = .string(code)
    object["error_description"] = description.map(JSONValue.string)
    object["error_uri"] = uri.map(JSONValue.string)
    return object
  }

  private static func status(of code: OAuthError.Code) -> Int {
    switch code {
    case .invalidClient, .invalidToken, .insufficientUserAuthentication: 401
    case .insufficientScope, .accessDenied: 403
    case .temporarilyUnavailable: 503
    case .serverError: 500
    default: 400
    }
  }
}
