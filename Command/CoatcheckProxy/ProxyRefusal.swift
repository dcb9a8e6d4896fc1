// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// An error response of the proxy itself, in place of a response of the API.
struct ProxyRefusal: Error {
  let status: HTTPResponse.Status
  /// The proxy error type ([RFC 9209 §2.3](https://www.rfc-editor.org/rfc/rfc9209#section-2.3)).
  let type: String
  let description: String

  init(_ status: HTTPResponse.Status, _ description: String, type: String = "http_request_denied") {
    self.status = status
    self.type = type
    self.description = description
  }

  /// The error response for a request without a response of the API.
  ///
  /// - Parameter signIn: The command that the user runs when the session has ended.
  init(_ error: OAuthError, signIn: String) {
    switch error.code {
    case .timedOut: self.init(.gatewayTimeout, error.reason, type: "http_response_timeout")
    case .connectionFailed: self.init(.badGateway, error.reason, type: "destination_unavailable")
    case _ where error.hasEndedSession:
      self.init(
        .badGateway, "\(error.reason) Sign in again with: \(signIn)", type: "proxy_internal_error")
    case _ where error.outcome == .misused:
      self.init(.badRequest, error.reason, type: "http_request_error")
    default: self.init(.badGateway, error.reason, type: "http_protocol_error")
    }
  }

  /// The header fields of the response.
  var fields: HTTPFields {
    var fields: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
    // "The Proxy-Status HTTP response header field allows an intermediary to convey additional information about its
    // handling of a response and its associated request."
    // https://www.rfc-editor.org/rfc/rfc9209#section-2
    if let name = HTTPField.Name("Proxy-Status") { fields[name] = "coatcheck; error=\(type)" }
    // "A server generating a 401 (Unauthorized) response MUST send a WWW-Authenticate header field"
    // https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1
    if status == .unauthorized { fields[.wwwAuthenticate] = #"Bearer realm="coatcheck proxy""# }
    return fields
  }

  /// The JSON body of the response.
  var body: [UInt8] {
    let body: JSONObject = ["error": .string(type), "error_description": .string(description)]
    return body.serialized()
  }
}

extension OAuthError {
  /// Whether the user has to sign in again.
  var hasEndedSession: Bool {
    [.sessionEnded, .interactionRequired, .loginRequired].contains(code)
  }
}
