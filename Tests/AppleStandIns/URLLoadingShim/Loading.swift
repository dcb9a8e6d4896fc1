// SPDX-License-Identifier: Apache-2.0

import Foundation
import SecurityShim

/// One request, in the order in which the system does things and asks its delegate.
struct Loading {
  struct Reply: Sendable {
    let response: HTTPURLResponse
    let body: Data
    /// Whether the connection was closed before the body was whole.
    let isCut: Bool
  }

  private static let reserved: Set<String> = ["content-length", "host", "connection"]

  private let session: URLSession
  private let request: URLRequest
  private let body: Data
  private let delegate: (any URLSessionTaskDelegate)?
  private let task = URLSessionTask()

  init(
    _ session: URLSession, _ request: URLRequest, _ body: Data,
    _ delegate: (any URLSessionTaskDelegate)?
  ) {
    self.session = session
    self.request = request
    self.body = body
    self.delegate = delegate
  }

  func run() async throws -> Reply {
    guard let url = request.url, let host = url.host,
      let server = await ScriptedServers.current.behaviour(of: host, for: request, body)
    else { throw URLError(.cannotConnectToHost) }
    let isReused = session.connects(to: host)
    if let trust = server.trust, !isReused { try await checkTrust(trust, host, url.port ?? 443) }
    let names = (request.allHTTPHeaderFields ?? [:]).keys.map { $0.lowercased() }
    ScriptedServers.current.receive(
      .init(
        request: request, body: body, reserved: names.filter(Self.reserved.contains),
        isReused: isReused), at: host)
    if !body.isEmpty {
      delegate?.urlSession(
        session, task: task, didSendBodyData: Int64(body.count), totalBytesSent: Int64(body.count),
        totalBytesExpectedToSend: Int64(body.count))
    }
    while server.hangs {
      do { try await Task.sleep(for: .milliseconds(5)) } catch { throw URLError(.cancelled) }
    }
    if Task.isCancelled { throw URLError(.cancelled) }
    return try await answer(server, url, host)
  }

  private func checkTrust(_ trust: SecTrust, _ host: String, _ port: Int) async throws {
    let space = URLProtectionSpace(
      host: host, port: port, method: NSURLAuthenticationMethodServerTrust, trust: trust)
    switch await ask(space) {
    case .useCredential: return
    case .cancelAuthenticationChallenge: throw URLError(.cancelled)
    case .performDefaultHandling, .rejectProtectionSpace:
      guard SecTrustEvaluateWithError(trust, nil) else {
        throw URLError(.serverCertificateUntrusted)
      }
    }
  }

  private func ask(
    _ space: URLProtectionSpace
  ) async -> URLSession.AuthChallengeDisposition {
    guard let delegate else { return .performDefaultHandling }
    return await delegate.urlSession(
      session, task: task, didReceive: URLAuthenticationChallenge(space)
    ).0
  }

  private func answer(
    _ server: ScriptedServers.Behaviour, _ url: URL, _ host: String
  ) async throws -> Reply {
    var fields = server.fields
    let length = server.announcedLength ?? server.body.count
    fields.append(("content-length", "\(length)"))
    let response = HTTPURLResponse(url: url, statusCode: server.status, fields: fields)
    let reply = Reply(response: response, body: server.body, isCut: length > server.body.count)
    if server.status == 401,
      fields.contains(where: { $0.0.lowercased() == "www-authenticate" && $0.1.hasPrefix("Basic") })
    {
      let space = URLProtectionSpace(
        host: host, port: url.port ?? 443, method: NSURLAuthenticationMethodHTTPBasic, trust: nil)
      // Without a stored credential, the caller receives the 401 response.
      if await ask(space) == .cancelAuthenticationChallenge { throw URLError(.cancelled) }
    }
    guard (300..<400).contains(server.status),
      let text = fields.first(where: { $0.0.lowercased() == "location" })?.1,
      let target = URL(string: text, relativeTo: url)
    else { return reply }
    let next = URLRequest(url: target)
    guard
      let followed = await delegate?.urlSession(
        session, task: task, willPerformHTTPRedirection: response, newRequest: next)
    else { return reply }
    return try await Loading(session, followed, Data(), delegate).run()
  }
}
