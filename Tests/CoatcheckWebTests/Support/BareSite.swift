// SPDX-License-Identifier: Apache-2.0
import CoatcheckAsyncHTTP
import CoatcheckWeb
import Synchronization
import TestKit

/// A website without a framework or a socket: requests for its host are answered here, all others are sent.
final class BareSite: RunningSite, HTTPTransport {
  let origin = "https://photos.example"
  private let outside = AsyncHTTPTransport()
  private let nodes = Mutex<[WebSignIn]>([])
  /// What happens when the provider's token endpoint is asked.
  let interruption = Interruption()

  var transport: any HTTPTransport { self }

  /// Adds a server of the site. A request names the one it reaches in `X-Node`; the first unless it does.
  func serve(_ web: WebSignIn) async throws { nodes.withLock { $0.append(web) } }

  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    guard request.authority == "photos.example" else {
      guard request.path == "/token" else {
        return try await outside.send(request, body: body, limit: limit)
      }
      await interruption.reach(.beforeTheTokenRequest)
      let reply = try await outside.send(request, body: body, limit: limit)
      await interruption.reach(.afterTheTokenRequest)
      return reply
    }
    let node =
      HTTPField.Name("X-Node").flatMap { request.headerFields[$0] }.flatMap { Int($0) } ?? 0
    let web = nodes.withLock { $0[node] }
    if web.owns(request) {
      let (head, body) = await web.answer(request, body: body)
      return (head, body)
    }
    let (head, body) = try await Self.page(request, web)
    return (head, body)
  }

  /// A page for the sender of a request.
  static func page(
    _ request: HTTPRequest, _ web: WebSignIn
  ) async throws(OAuthError) -> (HTTPResponse, Data) {
    let visit = try await web.visit(request)
    let path = String((request.path ?? "/").prefix { $0 != "?" })
    switch SitePages.need(path) {
    case .nothing, nil: break
    case .user: if visit.user == nil { return visit.challenge() }
    case .requirement(let requirement):
      if let answer = visit.challenge(unless: requirement) { return answer }
    case .group(let group):
      guard visit.user?.has(group, in: "groups") == true else { return visit.refusal() }
    }
    let (status, text) = await SitePages.text(path, visit.session)
    return visit.finish((HTTPResponse(status: .init(code: status)), Data(text.utf8)))
  }
}
