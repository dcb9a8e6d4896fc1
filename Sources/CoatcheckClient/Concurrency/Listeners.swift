// SPDX-License-Identifier: Apache-2.0

/// The listeners to a stream of events. It is kept inside of a lock, so that events and new listeners
/// are in order.
struct Listeners<Element: Sendable>: Sendable {
  private var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
  private var next = 0

  /// Adds a listener.
  ///
  /// - Parameters:
  ///   - first: The element that it receives at once.
  ///   - limit: The maximum number of unread elements; beyond it the oldest ones are dropped.
  ///   - leave: Called with the listener's number when it cancels its stream.
  mutating func join(
    first: Element, buffering limit: Int, leave: @escaping @Sendable (Int) -> Void
  ) -> AsyncStream<Element> {
    let (stream, listener) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: .bufferingNewest(limit))
    next += 1
    let number = next
    listeners[number] = listener
    listener.yield(first)
    // `finish` runs while the lock is held: a listener that it ends must not call `leave`, which takes
    // the lock.
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
