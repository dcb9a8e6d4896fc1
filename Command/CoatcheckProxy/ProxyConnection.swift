// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOHTTP1
import Synchronization

/// A connection of a program to the proxy, until its last request is answered.
///
/// A listener that is stopped drops the connections that it has just accepted, and NIO ends the process for a dropped one
/// (<https://github.com/apple/swift-nio/issues/2637>). So one that is not served closes itself.
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

  /// Answers request after request.
  func serve(_ exchange: ProxyExchange) async {
    isServed.store(true, ordering: .releasing)
    let parts = parts
    let serving = Task {
      // A program that goes away, or does not speak HTTP, ends its own connection alone.
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
    // Nothing else tells a request that is waiting for the API that its caller is gone, or has closed its side.
    parts.channel.closeFuture.whenComplete { _ in serving.cancel() }
    await withTaskCancellationHandler {
      await serving.value
    } onCancel: {
      serving.cancel()
    }
  }
}
