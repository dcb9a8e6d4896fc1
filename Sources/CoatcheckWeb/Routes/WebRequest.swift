// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth
import HTTPTypes

/// A request for one of the sign-in's own routes.
struct WebRequest: Sendable {
  let head: HTTPRequest
  let body: Data

  /// The query, each name once.
  ///
  /// - Throws: `refused` when a name is repeated or the encoding is wrong.
  func query() throws(OAuthError) -> Parameters {
    let path = head.path ?? ""
    guard path.utf8.count <= 16 << 10 else {
      throw .refused(.invalidRequest, "The address is too long.", status: 414)
    }
    guard let mark = path.firstIndex(of: "?") else { return Parameters() }
    return try Parameters(decoding: path[path.index(after: mark)...])
  }

  /// The form of a POST, each name once.
  ///
  /// - Throws: `refused` with 415 when it is no form, else as ``query()``.
  func form() throws(OAuthError) -> Parameters {
    guard MediaType.isForm(head.headerFields[.contentType]) else {
      throw .refused(.invalidRequest, "The body is no form.", status: 415)
    }
    return try Parameters(bytes: body)
  }

  /// The form of a POST that may have no body.
  ///
  /// - Throws: As ``form()``, of a body.
  func formUnlessEmpty() throws(OAuthError) -> Parameters {
    body.isEmpty ? Parameters() : try form()
  }

  /// - Throws: `refused` with 405 unless it has one of these methods.
  func require(_ methods: HTTPRequest.Method...) throws(OAuthError) {
    guard methods.contains(head.method) else {
      throw .refused(
        .invalidRequest,
        "The method is not \(methods.map(\.rawValue).joined(separator: " or ")).", status: 405)
    }
  }
}
