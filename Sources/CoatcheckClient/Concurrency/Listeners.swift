// SPDX-License-Identifier: Apache-2.0

/// Those who want to be told what happens. It is kept inside a lock: telling and joining are in
/// order.
struct Listeners<Element: Sendable>: Sendable {
  private var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
  private var next = 0

  /// Adds a listener.
  ///
  /// - Parameters:
  ///   - first: What it is told at once.
  ///   - limit: How much it may lag behind before it misses the oldest.
  ///   - leave: Called with the listener's number when it has gone.
  mutating func join(
    first: Element, buffering limit: Int, leave: @escaping @Sendable (Int) -> Void
  ) -> AsyncStream<Element> {
    let (stream, listener) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: .bufferingNewest(limit))
    next += 1
    let number = next
    listeners[number] = listener
    listener.yield(first)
    // A listener which `finish` lets go must not come back for the lock that is held then.
    listener.onTermination = { reason in
      if case .cancelled = reason { leave(number) }
    }
    return stream
  }

  mutating func leave(_ number: Int) { listeners[number] = nil }

  func tell(_ element: Element) {
    for listener in listeners.values { listener.yield(element) }
  }

  mutating func finish() {
    for listener in listeners.values { listener.finish() }
    listeners = [:]
  }
}

extension AsyncStream where Element: Sendable {
  /// A stream that ends after these elements.
  static func ended(after elements: Element...) -> AsyncStream {
    AsyncStream { continuation in
      for element in elements { continuation.yield(element) }
      continuation.finish()
    }
  }
}
