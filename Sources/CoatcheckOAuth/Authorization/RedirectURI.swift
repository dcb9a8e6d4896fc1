// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation

/// The redirect URI of a client: validates it, and reads the callbacks that are sent to it.
package struct RedirectURI: Sendable {
  private let parts: URIParts
  private let query: Parameters

  /// The parameters of an authorization response, which a redirect URI must not contain itself.
  private static let answers: Set<String> = [
    "code", "state", "iss", "error", "response", "access_token", "id_token",
  ]

  /// Creates a redirect URI from its text.
  ///
  /// - Throws: `misused` naming `redirectURI`: it must be absolute, without fragment and user information,
  ///   with `http` only on a loopback address, without a scheme that makes a browser run scripts or read
  ///   files, and without a parameter of an authorization response in its query.
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

  /// The parameters in the query of a callback, without those of the redirect URI itself.
  ///
  /// - Throws: `unreadable`, ``OAuthError/Code/callbackMalformed``, also when the callback is not for this
  ///   URI: its scheme (in any letter case), host, port, path or own query differ.
  func parameters(of callback: String) throws(OAuthError) -> Parameters {
    let received = try received(callback)
    try rejectResponse(inFragment: received.fragment ?? "")
    return try withoutOwnQuery(CallbackParameters.read(received.query ?? ""))
  }

  /// The parameters in the fragment of a callback for this URI.
  ///
  /// RFC 6749 §4.2.2: the server adds "the following parameters to the fragment component of the
  /// redirection URI". A token in the query was not requested there, and is ignored.
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

  /// Checks that a callback is for this URI, whether its response is in the query or in the fragment.
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

  /// Refuses a callback with response parameters in the fragment, where they were not requested. Any other
  /// fragment is ignored: browsers add them.
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

/// Reads the parameters of a callback. Malformed ones are reported as `unreadable`.
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
  /// - Parameter names: The parameters that only a successful response has.
  /// - Throws: `refused` when it is an error response; `unreadable` when it is a successful one too.
  static func checkResponse(
    _ parameters: Parameters, successful names: String...
  ) throws(OAuthError) {
    guard let code = parameters["error"] else { return }
    guard names.allSatisfy({ parameters[$0] == nil }) else {
      throw .unreadable(
        .callbackMalformed, "The response is both an error and a success.", parameter: "error")
    }
    throw OAuthError(
      outcome: .refused, code: OAuthError.Code(peer: code),
      reason: "The authorization server refused the sign-in.",
      peer: .init(description: parameters["error_description"], uri: parameters["error_uri"]))
  }
}
