// SPDX-License-Identifier: Apache-2.0
import CoatcheckWeb
import Synchronization
import TestKit

/// A website without a framework or a socket: the transport passes requests for its host to the site, and
/// sends all others.
final class BareSite: RunningSite, HTTPTransport {
  let origin = "https://photos.example"
  private let outside = PatientTransport()
  private let nodes = Mutex<[WebSignIn]>([])
  private let refreshes = Mutex<[String: Int]>([:])
  /// The maximum number of token requests with one refresh token.
  var mostRefreshes: Int { refreshes.withLock { $0.values.max() ?? 0 } }
  /// Runs an action at a request to the provider's token endpoint.
  let interruption = Interruption()

  var transport: any HTTPTransport { self }

  /// Adds a server of the site. A request selects it by the field `X-Node`; the default is the first
  /// server.
  func serve(_ web: WebSignIn) async throws { nodes.withLock { $0.append(web) } }

  /// Replaces a server by another one.
  func replace(_ node: Int, by web: WebSignIn) { nodes.withLock { $0[node] = web } }

  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    guard request.authority == "photos.example" else {
      guard request.path == "/token" else {
        return try await outside.send(request, body: body, limit: limit)
      }
      if let token = try? Parameters(decoding: String(decoding: body, as: UTF8.self))[
        "refresh_token"]
      {
        refreshes.withLock { $0[token, default: 0] += 1 }
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

  /// The page for the user of a request.
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
    case .connection(let name):
      guard let session = try await visit.connection(name) else {
        return visit.challenge(connecting: name)
      }
      let (status, text) = await SitePages.pictures(session)
      return visit.finish((HTTPResponse(status: .init(code: status)), Data(text.utf8)))
    }
    if path == "/call", let session = visit.session {
      do throws(OAuthError) {
        _ = try await session.accessToken()
      } catch {
        guard let answer = visit.answer(to: error) else { throw error }
        return answer
      }
    }
    let (status, text) = await SitePages.text(path, visit.session)
    return visit.finish((HTTPResponse(status: .init(code: status)), Data(text.utf8)))
  }
}
