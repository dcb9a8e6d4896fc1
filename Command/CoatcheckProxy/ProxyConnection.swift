// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOHTTP1
import Synchronization

/// A connection of a program to the proxy, until its last request is answered.
///
/// A listener that is stopped drops the connections that it has just accepted, and NIO ends the process
/// when a connection is dropped without a close (<https://github.com/apple/swift-nio/issues/2637>). So a
/// connection that was never served closes itself.
final class ProxyConnection: Sendable {
  typealias Parts = NIOAsyncChannel<HTTPServerRequestPart, ProxyResponsePart>

  private let parts: Parts
  private let isServed = Atomic(false)

  init(_ parts: Parts) { self.parts = parts }

  deinit {
    guard !isServed.load(ordering: .acquiring) else { return }
    let parts = parts
    Task { try? await parts.executeThenClose { _, _ in } }
  }

  /// Answers the requests of the connection, one after the other.
  func serve(_ exchange: ProxyExchange) async {
    isServed.store(true, ordering: .releasing)
    let parts = parts
    let serving = Task {
      // An error ends this connection only: the caller has closed it, or does not send HTTP.
      try? await parts.executeThenClose { inbound, outbound in
        let caller = ProxyCaller(outbound, on: parts.channel)
        var rest = inbound.makeAsyncIterator()
        while case .head(let head)? = try await rest.next() {
          guard try await exchange.answer(head, &rest, to: caller) else { break }
        }
        await caller.finish()
        while try await rest.next() != nil {}
      }
    }
    // While a request waits for the API, only this shows that the caller has closed the connection.
    parts.channel.closeFuture.whenComplete { _ in serving.cancel() }
    await withTaskCancellationHandler {
      await serving.value
    } onCancel: {
      serving.cancel()
    }
  }
}
