// SPDX-License-Identifier: Apache-2.0
import CoatcheckWeb
import FlyingFox
import FlyingSocks
import HTTPTypes
import Synchronization
import TestKit

/// A website in FlyingFox, on a loopback port. It shows what an adapter for another framework needs: it
/// converts heads and bodies.
final class FlyingFoxSite: RunningSite, HTTPHandler {
  let transport: any HTTPTransport = PatientTransport()
  private let port = Mutex(UInt16(0))
  private let web = Mutex<WebSignIn?>(nil)
  private let running = Mutex<Task<Void, any Error>?>(nil)

  var origin: String { "http://127.0.0.1:\(port.withLock { $0 })" }

  deinit { running.withLock { $0?.cancel() } }

  static func start() async throws -> FlyingFoxSite {
    let site = FlyingFoxSite()
    let server = HTTPServer(
      address: try sockaddr_in.inet(ip4: "127.0.0.1", port: 0), logger: .disabled,
      handler: Reference(site))
    site.running.withLock { $0 = Task { try await server.run() } }
    try await server.waitUntilListening()
    guard case .ip4(_, let port) = await server.listeningAddress else {
      throw OAuthError.unreachable(.connectionFailed, "The site did not start.")
    }
    site.port.withLock { $0 = port }
    return site
  }

  func serve(_ web: WebSignIn) async throws { self.web.withLock { $0 = web } }

  func handleRequest(_ request: FlyingFox.HTTPRequest) async throws -> FlyingFox.HTTPResponse {
    guard let web = web.withLock({ $0 }) else { return .init(statusCode: .serviceUnavailable) }
    let head = Self.head(of: request)
    guard !web.owns(head) else {
      // FlyingFox reads a body only on demand, so its length is limited here.
      guard (request.bodySequence.count ?? 0) <= WebSignIn.maximumBodyLength else {
        return .init(statusCode: .payloadTooLarge)
      }
      return Self.response(await web.answer(head, body: try await request.bodyData))
    }
    return Self.response(try await BareSite.page(head, web))
  }

  private static func head(of request: FlyingFox.HTTPRequest) -> HTTPTypes.HTTPRequest {
    var fields = HTTPFields()
    for (name, value) in request.headers {
      guard let name = HTTPField.Name(name.rawValue) else { continue }
      fields.append(HTTPField(name: name, value: value))
    }
    return HTTPTypes.HTTPRequest(
      method: .init(rawValue: request.method.rawValue) ?? .get, scheme: "http",
      authority: request.headers[.host], path: request.target.rawValue, headerFields: fields)
  }

  private static func response(
    _ answer: (head: HTTPTypes.HTTPResponse, body: Data)
  ) -> FlyingFox.HTTPResponse {
    var headers = HTTPHeaders()
    for field in answer.head.headerFields {
      headers.addValue(field.value, for: HTTPHeader(field.name.rawName))
    }
    return .init(
      statusCode: HTTPStatusCode(answer.head.status.code, phrase: answer.head.status.reasonPhrase),
      headers: headers, body: answer.body)
  }

  /// A weak reference to the site, which its server would otherwise keep alive.
  private struct Reference: HTTPHandler {
    private weak let site: FlyingFoxSite?

    init(_ site: FlyingFoxSite) { self.site = site }

    func handleRequest(_ request: FlyingFox.HTTPRequest) async throws -> FlyingFox.HTTPResponse {
      try await site?.handleRequest(request) ?? .init(statusCode: .serviceUnavailable)
    }
  }
}
