// SPDX-License-Identifier: Apache-2.0
import TestKit

/// Alice at glewlwyd, whose pages need JavaScript: sends the requests that the pages send.
struct GlewlwydUser: UserAgent {
  private static let callback = "http://127.0.0.1:49152/callback"
  private let browser = TestBrowser(transport: Transports.system)

  func redirectURI() async throws(OAuthError) -> String { Self.callback }

  func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
    let address = page.url.absoluteString
    let answer = try await answer(at: address)
    let redirect = try Self.parts(address).parameters["redirect_uri"] ?? Self.callback
    guard let callback = answer.location, callback.hasPrefix(redirect) else {
      throw .unreadable(
        .replyMalformed, "glewlwyd returns \(answer.status) \(answer.location ?? "").")
    }
    return callback
  }

  /// Signs in, approves the request, and returns the response that the browser gets then.
  func answer(at address: String) async throws(OAuthError) -> TestBrowser.Page {
    let (api, parameters) = try Self.parts(address)
    _ = try await browser.get(address)
    try await send(.post, api + "/auth/", #"{"username": "alice", "password": "alicepassword"}"#)
    let scope = parameters["scope"] ?? ""
    try await send(
      .put, api + "/auth/grant/\(parameters["client_id"] ?? "")/", #"{"scope": "\#(scope)"}"#)
    return try await browser.get(address + "&g_continue")
  }

  func endSession(_ page: EndSessionPage) async throws(OAuthError) -> String? {
    let address = page.url.absoluteString
    let (api, parameters) = try Self.parts(address)
    let page = try await browser.get(address)
    // The server redirects to its page with the id of the session, which the page then ends.
    guard let location = page.location, let session = try Self.parts(location).parameters["sid"]
    else {
      throw .unreadable(.replyMalformed, "glewlwyd returns \(page.status) \(page.location ?? "").")
    }
    try await send(.delete, api + "/oidc/session/\(session)/", nil)
    guard let redirect = parameters["post_logout_redirect_uri"] else { return nil }
    var answer = Parameters()
    answer["state"] = parameters["state"]
    return redirect + "?" + answer.encoded
  }

  private func send(
    _ method: HTTPRequest.Method, _ url: String, _ body: String?
  ) async throws(OAuthError) {
    let page = try await browser.send(
      method, url, body: body, fields: [.contentType: "application/json"])
    guard page.status == 200 else {
      throw .unreadable(
        .replyMalformed, "glewlwyd returns \(page.status) to \(method) \(url): \(page.text)")
    }
  }

  /// The base address of its API, and the parameters of an address.
  private static func parts(
    _ address: String
  ) throws(OAuthError) -> (api: String, parameters: Parameters) {
    let halves = address.split(separator: "?", maxSplits: 1)
    let api = halves[0].components(separatedBy: "/api/")[0] + "/api"
    return (api, try Parameters(decoding: halves.count > 1 ? halves[1] : ""))
  }
}
