// SPDX-License-Identifier: Apache-2.0

// Never compiled on an Apple system, nor run on one (make apple).
import CoatcheckOAuth
import Dispatch
import Synchronization

#if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS) || (APPLE_SHIMS && !APPLE_SHIM_MACOS)
  #if APPLE_SHIMS
    import FoundationShim
  #endif
  import Foundation
#endif

/// A piece of work during which the system does not suspend the app, until it says that the time is up.
///
/// Apple's systems for phones, watches and televisions suspend an app about half a minute after it left the
/// foreground: a user who switches to another app for a code finds the token request unsent. And they end an app
/// that is suspended while it holds a file lock, so a lock is held inside an activity only, and given back
/// when that expires. App extensions may ask for an activity too. Other systems suspend no process.
///
/// [performExpiringActivity(withReason:using:)](https://developer.apple.com/documentation/foundation/processinfo/performexpiringactivity(withreason:using:))
final class ExpiringActivity: Sendable {
  private struct State {
    var isExpired = false
    var waiter: CheckedContinuation<Void, Never>?
    var hasBegun = false
    var onExpiry: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  /// What the system's thread waits for: the process runs as long as it does.
  private let end = DispatchSemaphore(value: 0)

  private init() {}

  /// Does some work inside an activity.
  static func during<Value: Sendable>(
    _ reason: String, isolation: isolated (any Actor)? = #isolation,
    _ work: () async throws(OAuthError) -> Value
  ) async throws(OAuthError) -> Value {
    let activity = await begin(reason)
    defer { activity?.finish() }
    return try await work()
  }

  /// Begins an activity; nil where the system suspends no process.
  static func begin(_ reason: String) async -> ExpiringActivity? {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS) || (APPLE_SHIMS && !APPLE_SHIM_MACOS)
      let activity = ExpiringActivity()
      // The block is called with true when the process is about to be suspended, or at first when there is no
      // time at all. As long as it blocks its thread, the process runs.
      ProcessInfo.processInfo.performExpiringActivity(withReason: reason) { isExpired in
        if isExpired { activity.expire() }
        activity.start()
        if !isExpired { activity.end.wait() }
      }
      await withCheckedContinuation { activity.wait($0) }
      return activity
    #else
      return nil
    #endif
  }

  /// Whether the time is up.
  var isExpired: Bool { state.withLock(\.isExpired) }

  /// Does something when the time is up, or at once if it is. It must not take long: the system waits a
  /// moment only.
  func atExpiry(_ body: @escaping @Sendable () -> Void) {
    let isExpired = state.withLock { state in
      if !state.isExpired { state.onExpiry = body }
      return state.isExpired
    }
    if isExpired { body() }
  }

  /// Says that the work is done.
  func finish() {
    state.withLock { $0.onExpiry = nil }
    end.signal()
  }

  private func expire() {
    let body = state.withLock { state in
      state.isExpired = true
      defer { state.onExpiry = nil }
      return state.onExpiry
    }
    body?()
    end.signal()
  }

  private func start() {
    let waiter = state.withLock { state in
      state.hasBegun = true
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  private func wait(_ waiter: CheckedContinuation<Void, Never>) {
    let hasBegun = state.withLock { state in
      if !state.hasBegun { state.waiter = waiter }
      return state.hasBegun
    }
    if hasBegun { waiter.resume() }
  }
}
