// SPDX-License-Identifier: Apache-2.0

// Never compiled on an Apple system, nor run on one (make apple).
import CoatcheckOAuth
#if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS) || (APPLE_SHIMS && !APPLE_SHIM_MACOS)
  #if APPLE_SHIMS
    import FoundationShim
  #endif
  import Foundation
#endif

/// Work that the system shall not suspend: the user switches to another app for a code, and the
/// token request is sent meanwhile.
///
/// The system gives an app that leaves the foreground about half a minute, and then suspends it all
/// the same. An app extension may ask for it too. On other systems nothing suspends a process.
enum ExpiringActivity {
  /// Does some work, and asks not to be suspended until it has ended.
  static func during<Value: Sendable>(
    _ reason: String,
    isolation: isolated (any Actor)? = #isolation,
    _ work: () async throws(OAuthError) -> Value
  ) async throws(OAuthError) -> Value {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS) || (APPLE_SHIMS && !APPLE_SHIM_MACOS)
      let ended = DispatchSemaphore(value: 0)
      defer { ended.signal() }
      // The block holds the process while it blocks a thread of the system's. It is called again
      // when the time is up, or alone where the app has no time.
      ProcessInfo.processInfo.performExpiringActivity(withReason: reason) { isExpired in
        if isExpired { ended.signal() } else { ended.wait() }
      }
    #endif
    return try await work()
  }
}
