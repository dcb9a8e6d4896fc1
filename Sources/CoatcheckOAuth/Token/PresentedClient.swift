// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// Who a request says its client is, before anybody has checked it.
public struct PresentedClient: Sendable {
  /// The `client_id`, from the `Authorization` field or the form; nil when the request names none.
  public let id: String?
  /// The proof it came with.
  public let authentication: ClientAuthentication

  /// Reads the credentials of a request.
  ///
  /// - Throws: `refused`: ``OAuthError/Code/invalidClient`` when they can't be read or are of a
  ///   kind not supported, ``OAuthError/Code/invalidRequest`` when there are two.
  init(fields: HTTPFields, form: Parameters) throws(OAuthError) {
    let values = fields[values: .authorization]
    guard values.count <= 1 else {
      throw .refused(.invalidClient, "There is more than one Authorization field.")
    }
    guard form["client_assertion"] == nil, form["client_assertion_type"] == nil else {
      throw .refused(.invalidClient, "Client assertions are not supported.")
    }
    guard let field = values.first else {
      id = form["client_id"]
      authentication = form["client_secret"].map { .post(Secret($0)) } ?? .none
      if id == nil, form["client_secret"] != nil {
        throw .refused(.invalidClient, "A client secret came without a client id.")
      }
      return
    }
    let credentials = try BasicCredentials(field: field)
    // "The client MUST NOT use more than one authentication method in each request."
    guard form["client_secret"] == nil else {
      throw .refused(
        .invalidRequest, "The client authenticates in two ways.", parameter: "client_secret")
    }
    guard form["client_id"]?.isExactly(credentials.id) != false else {
      throw .refused(.invalidRequest, "The request names two clients.", parameter: "client_id")
    }
    id = credentials.id
    authentication = .basic(credentials.secret)
  }
}
