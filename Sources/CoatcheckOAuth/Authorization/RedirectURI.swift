// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation

/// A client's redirect URI: what may be one, and which callbacks are for it.
package struct RedirectURI: Sendable {
  private let parts: URIParts
  private let query: Parameters

  /// What only an answer has.
  private static let answers: Set<String> = [
    "code", "state", "iss", "error", "response", "access_token", "id_token",
  ]

  /// - Throws: `misused` naming `redirectURI`: it must be absolute, without fragment and user
  ///   information, `http` only on this machine, of no scheme that a browser runs or reads files
  ///   by, and have no parameter of an answer in its own query.
  package init(_ text: String) throws(OAuthError) {
    let scripts: Set<String> = ["javascript", "data", "vbscript", "file", "about", "blob"]
    guard let parts = URIParts(text), !scripts.contains(parts.scheme) else {
      throw .misused("redirectURI", "The redirect URI is not an absolute URI of a usable scheme.")
    }
    // RFC 6749 §3.1.2: "The endpoint URI MUST NOT include a fragment component."
    guard parts.fragment == nil, parts.authority?.userInfo == nil else {
      throw .misused("redirectURI", "The redirect URI has a fragment or user information.")
    }
    if parts.scheme == "http" || parts.scheme == "https" {
      guard let authority = parts.authority, parts.scheme == "https" || authority.isLoopback else {
        throw .misused("redirectURI", "The redirect URI is plain HTTP and not on this machine.")
      }
    }
    query = try Parameters(ownQuery: parts.query, of: "redirectURI")
    if let name = query.names.first(where: Self.answers.contains) {
      throw .misused(
        "redirectURI", "The redirect URI's query has the parameter \(name) of the answer.")
    }
    self.parts = parts
  }

  /// The parameters of a callback, when it is one for this URI: the same scheme (in any letter
  /// case), host, port and path, and the URI's own query.
  ///
  /// - Throws: `unreadable`, ``OAuthError/Code/callbackMalformed``.
  func parameters(of callback: String) throws(OAuthError) -> Parameters {
    let received = try received(callback)
    try rejectResponse(inFragment: received.fragment ?? "")
    return try withoutOwnQuery(CallbackParameters.read(received.query ?? ""))
  }

  /// The parameters in the fragment of a callback, when it is one for this URI.
  ///
  /// RFC 6749 §4.2.2: the server adds "the following parameters to the fragment component of the
  /// redirection URI". A token in the query was never asked for, and is not looked at.
  ///
  /// - Throws: As ``parameters(of:)``.
  func fragmentParameters(of callback: String) throws(OAuthError) -> Parameters {
    let received = try received(callback)
    let query = try withoutOwnQuery(CallbackParameters.read(received.query ?? ""))
    guard !query.names.contains(where: Self.answers.contains) else {
      throw .unreadable(
        .callbackMalformed,
        "The answer is in the callback's query and was asked for in its fragment.")
    }
    return try CallbackParameters.read(received.fragment ?? "")
  }

  /// Checks that a callback is one for this URI, wherever its response is.
  ///
  /// - Throws: As ``parameters(of:)``.
  package func checkReceives(_ callback: String) throws(OAuthError) {
    _ = try withoutOwnQuery(CallbackParameters.read(received(callback).query ?? ""))
  }

  private func received(_ callback: String) throws(OAuthError) -> URIParts {
    guard callback.utf8.count <= 1 << 20, let received = URIParts(callback) else {
      throw .unreadable(.callbackMalformed, "The callback is not an absolute URI.")
    }
    guard received.scheme == parts.scheme, received.authority?.userInfo == nil,
      received.authority?.host == parts.authority?.host,
      received.authority?.port == parts.authority?.port,
      received.path == parts.path || (received.path + parts.path == "/" && parts.authority != nil)
    else {
      throw .unreadable(
        .callbackMalformed, "The callback is not for the redirect URI of this sign-in.")
    }
    return received
  }

  private func withoutOwnQuery(_ received: Parameters) throws(OAuthError) -> Parameters {
    var parameters = received
    for (name, value) in query.pairs {
      guard parameters[name]?.isExactly(value) == true else {
        throw .unreadable(
          .callbackMalformed, "The callback lacks the redirect URI's own query.", parameter: name)
      }
      parameters[name] = nil
    }
    return parameters
  }

  /// An answer in the fragment was not asked for. Anything else there is the browser's.
  private func rejectResponse(inFragment fragment: String) throws(OAuthError) {
    guard !fragment.isEmpty else { return }
    let names = try CallbackParameters.read(fragment).names
    guard !names.contains(where: Self.answers.contains) else {
      throw .unreadable(
        .callbackMalformed,
        "The answer is in the callback's fragment and was asked for in its query.")
    }
  }
}

/// The parameters of a callback, whose faults are the sender's.
enum CallbackParameters {
  static func read(_ text: some StringProtocol) throws(OAuthError) -> Parameters {
    do {
      return try Parameters(decoding: text)
    } catch {
      throw .unreadable(.callbackMalformed, error.reason, parameter: error.parameter)
    }
  }

  /// Reads a form that a browser posted.
  static func read(form body: Data) throws(OAuthError) -> Parameters {
    guard body.count <= 1 << 20, let text = String(validating: body, as: UTF8.self) else {
      throw .unreadable(.callbackMalformed, "The form cannot be read.")
    }
    return try read(text)
  }

  /// Throws when the response is an error response. Its issuer was checked before.
  ///
  /// - Parameter yes: The parameter of a successful response.
  /// - Throws: `refused` when it is an error response; `unreadable` when it has both.
  static func checkResponse(_ parameters: Parameters, yes: String) throws(OAuthError) {
    guard let code = parameters["error"] else { return }
    guard parameters[yes] == nil else {
      throw .unreadable(
        .callbackMalformed, "The callback says both yes and no.", parameter: "error")
    }
    throw OAuthError(
      outcome: .refused, code: OAuthError.Code(peer: code),
      reason: "The authorization server refused the sign-in.",
      peer: .init(description: parameters["error_description"], uri: parameters["error_uri"]))
  }
}
