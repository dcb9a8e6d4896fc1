// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
package import HTTPTypes
import CoatcheckFoundation

extension RequestBody {
  /// Creates a body of a JSON object: `application/json`.
  ///
  /// - Parameter object: The JSON object. It may be empty.
  public static func json(_ object: JSONObject) -> RequestBody {
    RequestBody(.data(Data(object.serialized())), contentType: "application/json")
  }

  /// Creates a body of a form: `application/x-www-form-urlencoded`.
  ///
  /// Without parameters there is no body.
  public static func form(_ parameters: Parameters) -> RequestBody {
    parameters.isEmpty
      ? .empty
      : RequestBody(
        .data(Data(parameters.encoded.utf8)), contentType: "application/x-www-form-urlencoded")
  }
}

extension HTTPRequest {
  /// The request with the `Content-Type` of its body, unless it has one.
  ///
  /// - Throws: `misused` when the type cannot stand in a field, or when the request has another type
  ///   than its multipart body: the server could not separate the parts then.
  package func typed(for body: RequestBody) throws(OAuthError) -> HTTPRequest {
    guard let type = body.contentType else { return self }
    guard HTTPField.isValidValue(type) else {
      throw .misused("contentType", "The content type of the body has a forbidden character.")
    }
    var request = self
    guard let stated = headerFields[.contentType] else {
      request.headerFields[.contentType] = type
      return request
    }
    if case .multipart = body.source, stated != type {
      throw .misused("Content-Type", "The request has another Content-Type than its body.")
    }
    return self
  }
}
