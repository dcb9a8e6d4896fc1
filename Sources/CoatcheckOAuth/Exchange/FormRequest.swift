// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import CoatcheckFoundation

/// Requests with a form in the body, which a client writes and a server reads.
enum FormRequest {
  /// The maximum length of a body that a server reads, in bytes.
  static let maximumBody = 64 << 10

  /// A `POST` request with a form, and with the client's credentials in the form or in the fields.
  static func post(
    _ parameters: Parameters, to endpoint: Endpoint, as client: ClientIdentity
  ) throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    var form = parameters
    var fields = HTTPFields()
    fields[.contentType] = MediaType.form
    fields[.accept] = MediaType.json
    try client.authenticate(form: &form, fields: &fields)
    return (
      HTTPRequest(
        method: .post, scheme: endpoint.scheme, authority: endpoint.authority, path: endpoint.path,
        headerFields: fields),
      Data(form.encoded.utf8)
    )
  }

  /// Reads a `POST` request with a form.
  ///
  /// - Parameters:
  ///   - head: The request.
  ///   - body: Its body.
  ///   - repeatable: The names that may be given more than once.
  static func parameters(
    head: HTTPRequest, body: Data, repeatable: Set<String> = []
  ) throws(OAuthError) -> Parameters {
    guard head.method == .post else {
      throw .refused(.invalidRequest, "This endpoint takes POST requests only.", status: 405)
    }
    // OAuth 2.1 §2.4: "The parameters can only be transmitted in the request content and MUST NOT
    // be included in the request URI."
    guard head.path?.contains("?") != true else {
      throw .refused(.invalidRequest, "This endpoint takes no parameters in its address.")
    }
    guard head.headerFields[.contentEncoding] == nil else {
      throw .refused(.invalidRequest, "Compressed requests are not read.", status: 415)
    }
    guard head.headerFields[values: .contentType].count == 1,
      MediaType.isForm(head.headerFields[.contentType])
    else {
      throw .refused(.invalidRequest, "The request must be a \(MediaType.form) form in UTF-8.")
    }
    guard body.count <= maximumBody else {
      throw .refused(.invalidRequest, "The request is too long.", status: 413)
    }
    return try Parameters(bytes: body, repeatable: repeatable)
  }
}
