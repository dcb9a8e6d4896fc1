// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth
import Synchronization

/// Passes elements from one task to another, each from hand to hand: the giver waits until the taker has
/// the element, so that nothing piles up between them.
///
/// There is one giver and one taker at a time.
package final class Handover<Element: Sendable>: Sendable {
  private typealias Giver = CheckedContinuation<Bool, Never>
  private typealias Taker = CheckedContinuation<Result<Element?, OAuthError>, Never>

  private struct State {
    var offer: (element: Element, giver: Giver)?
    var taker: Taker?
    var end: Result<Element?, OAuthError>?
    /// The number of the call to give or take that is under way, and the last one that was cancelled.
    var gives = 0
    var takes = 0
    var cancelledGive = 0
    var cancelledTake = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// Gives an element, and waits until it is taken.
  ///
  /// - Throws: `cancelled` when the task is cancelled or nobody takes elements any more.
  package func give(_ element: Element) async throws(OAuthError) {
    let call = state.withLock { state in
      state.gives += 1
      return state.gives
    }
    let isTaken = await withTaskCancellationHandler {
      await withCheckedContinuation { offer(element, $0, call) }
    } onCancel: {
      let giver: Giver? = state.withLock { state in
        state.cancelledGive = max(state.cancelledGive, call)
        defer { state.offer = nil }
        return state.offer?.giver
      }
      giver?.resume(returning: false)
    }
    guard isTaken else { throw .programCancelled }
  }

  private func offer(_ element: Element, _ giver: Giver, _ call: Int) {
    let (answer, taker): (Bool?, Taker?) = state.withLock { state in
      if state.end != nil || state.cancelledGive >= call { return (false, nil) }
      if let taker = state.taker {
        state.taker = nil
        return (true, taker)
      }
      state.offer = (element, giver)
      return (nil, nil)
    }
    taker?.resume(returning: .success(element))
    if let answer { giver.resume(returning: answer) }
  }

  /// Takes the next element; nil when there are no more.
  ///
  /// - Throws: What the giver ended with; `cancelled` when the task is cancelled.
  package func take() async throws(OAuthError) -> Element? {
    let call = state.withLock { state in
      state.takes += 1
      return state.takes
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { accept($0, call) }
    } onCancel: {
      let taker: Taker? = state.withLock { state in
        state.cancelledTake = max(state.cancelledTake, call)
        defer { state.taker = nil }
        return state.taker
      }
      taker?.resume(returning: .failure(.programCancelled))
    }
    return try result.get()
  }

  private func accept(_ taker: Taker, _ call: Int) {
    let (answer, giver): (Result<Element?, OAuthError>?, Giver?) = state.withLock { state in
      if state.cancelledTake >= call { return (.failure(.programCancelled), nil) }
      if let offer = state.offer {
        state.offer = nil
        return (.success(offer.element), offer.giver)
      }
      if state.end == nil { state.taker = taker }
      return (state.end, nil)
    }
    giver?.resume(returning: true)
    if let answer { taker.resume(returning: answer) }
  }

  /// Ends it: nothing more is given. Only the first end counts.
  ///
  /// - Parameter error: Why, when it isn't complete.
  package func finish(_ error: OAuthError? = nil) {
    let end: Result<Element?, OAuthError> = error.map { .failure($0) } ?? .success(nil)
    let (taker, giver): (Taker?, Giver?) = state.withLock { state in
      guard state.end == nil else { return (nil, nil) }
      state.end = end
      defer { (state.taker, state.offer) = (nil, nil) }
      return (state.taker, state.offer?.giver)
    }
    giver?.resume(returning: false)
    taker?.resume(returning: end)
  }
}
