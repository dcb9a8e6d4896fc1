// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Synchronization

/// Reads one request within its limits, calls the responder, and writes its response.
final class RequestReader: HTTPResponder {
  typealias Context = ConnectionContext

  /// Wraps the function in a structure: a function as the value of a `Mutex` is wrapped once more by each
  /// access, so that each request would be slower than the one before.
  private struct Inner {
    let respond: StreamingResponder
  }

  private let limits: HTTPLimits
  private let addresses: ClientAddresses
  private let inner = Mutex<Inner?>(nil)

  init(limits: HTTPLimits, addresses: ClientAddresses) {
    self.limits = limits
    self.addresses = addresses
  }

  /// Starts serving requests; until then they receive 503.
  func open(_ responder: @escaping StreamingResponder) {
    inner.withLock { $0 = Inner(respond: responder) }
  }

  func respond(to request: Request, context: Context) async throws -> Response {
    guard let inner = inner.withLock({ $0 }) else { return refusal(.serviceUnavailable) }
    // "The 414 (URI Too Long) status code indicates that the server is refusing to service the
    // request because the target URI is longer than the server is willing to interpret."
    // https://www.rfc-editor.org/rfc/rfc9110#section-15.5.15
    guard (request.head.path ?? "").utf8.count <= limits.target else { return refusal(.uriTooLong) }
    let body: Data
    switch try await read(request) {
    case .body(let data): body = data
    case .refused(let status): return refusal(status)
    }
    let source = addresses.source(of: .current, request.headers)
    let answer = await inner.respond(
      ServedRequest(head: request.head, body: body, source: source))
    switch answer {
    case .whole(let answer):
      return Response(
        status: answer.head.status, headers: answer.head.headerFields,
        body: answer.body.isEmpty
          ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
    case .pieces(let head, let length, let next):
      return Response(
        status: head.status, headers: head.headerFields,
        body: ResponseBody(contentLength: length) { writer in
          while let piece = try await next() { try await writer.write(ByteBuffer(bytes: piece)) }
          try await writer.finish(nil)
        })
    case .hangUp:
      try await context.channel.close()
      return refusal(.serviceUnavailable)
    }
  }

  private enum Reading {
    case body(Data)
    case refused(HTTPResponse.Status)
  }

  private func read(_ request: Request) async throws -> Reading {
    // A compressed body could expand to a thousand times its size.
    if let encoding = request.headers[.contentEncoding], encoding.lowercased() != "identity" {
      return .refused(.unsupportedMediaType)
    }
    if let announced = request.headers[.contentLength] {
      guard let length = Int(announced), length <= limits.body else {
        return .refused(.contentTooLarge)
      }
      if length == 0 { return .body(Data()) }
    } else if request.headers[.transferEncoding] == nil {
      return .body(Data())
    }
    // The idle limit closes the connection of a silent peer. This limit is for a peer that sends very
    // slowly.
    let started = ContinuousClock.now
    var data = Data()
    for try await buffer in request.body {
      guard data.count + buffer.readableBytes <= limits.body else {
        return .refused(.contentTooLarge)
      }
      guard ContinuousClock.now - started <= limits.bodyDeadline else {
        return .refused(.requestTimeout)
      }
      data.append(contentsOf: buffer.readableBytesView)
    }
    return .body(data)
  }

  private func refusal(_ status: HTTPResponse.Status) -> Response {
    Response(
      status: status,
      headers: [.connection: "close", .cacheControl: "no-store"])
  }
}

/// The request context of the framework: the connection.
struct ConnectionContext: InitializableFromSource {
  let channel: any Channel

  init(source: ApplicationRequestContextSource) { channel = source.channel }
}
