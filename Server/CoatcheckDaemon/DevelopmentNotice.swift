// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckServer
import Foundation
import HTTPTypes

/// Says to operators and clients alike that this server is for development only.
enum DevelopmentNotice {
  /// The warning for the log.
  static let text = "this server is for development: it shows all codes at /outbox"
  /// The member of the metadata. "Additional authorization server metadata parameters MAY also be used":
  /// [RFC 8414 §2](https://www.rfc-editor.org/rfc/rfc8414#section-2).
  static let member = "coatcheck_development"

  /// Adds the member to the metadata documents of a responder.
  static func responder(_ inner: @escaping Responder) -> Responder {
    { request in
      var response = await inner(request)
      guard request.path.contains("/.well-known/"), response.head.status == .ok,
        request.head.method == .get,
        var metadata = try? JSONObject(parsing: Array(response.body)), metadata["issuer"] != nil
      else { return response }
      metadata[member] = true
      response.body = Data(metadata.serialized())
      if response.head.headerFields[.contentLength] != nil {
        response.head.headerFields[.contentLength] = String(response.body.count)
      }
      return response
    }
  }
}
