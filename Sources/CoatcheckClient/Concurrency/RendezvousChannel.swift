// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth
import Synchronization

/// Passes elements from one task to another without a buffer: the producer waits until the consumer has
/// taken the element, so that memory does not fill up.
///
/// There is one producer and one consumer at a time.
package final class RendezvousChannel<Element: Sendable>: Sendable {
  private typealias Producer = CheckedContinuation<Bool, Never>
  private typealias Consumer = CheckedContinuation<Result<Element?, OAuthError>, Never>

  private struct State {
    var offer: (element: Element, producer: Producer)?
    var consumer: Consumer?
    var end: Result<Element?, OAuthError>?
    /// The number of the call to give or take that is under way, and the last one that was
    /// cancelled.
    var gives = 0
    var takes = 0
    var cancelledGive = 0
    var cancelledTake = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// Gives an element, and waits until it is taken.
  ///
  /// - Throws: `cancelled` when the task is cancelled or there is no receiver any more.
  package func give(_ element: Element) async throws(OAuthError) {
    let call = state.withLock { state in
      state.gives += 1
      return state.gives
    }
    let isTaken = await withTaskCancellationHandler {
      await withCheckedContinuation { offer(element, $0, call) }
    } onCancel: {
      let producer: Producer? = state.withLock { state in
        state.cancelledGive = max(state.cancelledGive, call)
        defer { state.offer = nil }
        return state.offer?.producer
      }
      producer?.resume(returning: false)
    }
    guard isTaken else { throw .programCancelled }
  }

  private func offer(_ element: Element, _ producer: Producer, _ call: Int) {
    let (answer, consumer): (Bool?, Consumer?) = state.withLock { state in
      if state.end != nil || state.cancelledGive >= call { return (false, nil) }
      if let consumer = state.consumer {
        state.consumer = nil
        return (true, consumer)
      }
      state.offer = (element, producer)
      return (nil, nil)
    }
    consumer?.resume(returning: .success(element))
    if let answer { producer.resume(returning: answer) }
  }

  /// Takes the next element; nil when there are no more.
  ///
  /// - Throws: The error that the channel was finished with; `cancelled` when the task is cancelled.
  package func take() async throws(OAuthError) -> Element? {
    let call = state.withLock { state in
      state.takes += 1
      return state.takes
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { accept($0, call) }
    } onCancel: {
      let consumer: Consumer? = state.withLock { state in
        state.cancelledTake = max(state.cancelledTake, call)
        defer { state.consumer = nil }
        return state.consumer
      }
      consumer?.resume(returning: .failure(.programCancelled))
    }
    return try result.get()
  }

  private func accept(_ consumer: Consumer, _ call: Int) {
    let (answer, producer): (Result<Element?, OAuthError>?, Producer?) = state.withLock { state in
      if state.cancelledTake >= call { return (.failure(.programCancelled), nil) }
      if let offer = state.offer {
        state.offer = nil
        return (.success(offer.element), offer.producer)
      }
      if state.end == nil { state.consumer = consumer }
      return (state.end, nil)
    }
    producer?.resume(returning: true)
    if let answer { consumer.resume(returning: answer) }
  }

  /// Ends the channel: no more elements can be given. Only the first call has an effect.
  ///
  /// - Parameter error: The reason why elements are missing; nil when all were given.
  package func finish(_ error: OAuthError? = nil) {
    let end: Result<Element?, OAuthError> = error.map { .failure($0) } ?? .success(nil)
    let (consumer, producer): (Consumer?, Producer?) = state.withLock { state in
      guard state.end == nil else { return (nil, nil) }
      state.end = end
      defer { (state.consumer, state.offer) = (nil, nil) }
      return (state.consumer, state.offer?.producer)
    }
    producer?.resume(returning: false)
    consumer?.resume(returning: end)
  }
}
