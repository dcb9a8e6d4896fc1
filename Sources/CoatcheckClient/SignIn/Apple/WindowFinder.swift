// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// Finds a window that a sheet can appear on.
@MainActor
protocol WindowFinder {
  associatedtype Window: AnyObject

  /// Whether a sheet can appear on a window now.
  static func isActive(_ window: Window) -> Bool

  /// The window that the user works in; nil when the app is not in the foreground.
  static func active() -> Window?

  /// The window of an app that is on its way to the foreground, or behind another app.
  static func inactive() -> Window?
}

extension WindowFinder {
  /// How often a window is looked for, and how long to wait in between: two seconds in all.
  private static var tries: Int { 20 }
  private static var pause: Duration { .milliseconds(100) }

  /// The window for a sheet. Right after the start of an app, and while the user comes back to it,
  /// no scene is active: it is waited for.
  ///
  /// - Parameters:
  ///   - given: The app's own choice; without one, or without a window in it, a window is looked
  ///     for.
  ///   - environment: Waits between two tries.
  /// - Throws: `misused` naming `anchor` when there is no window; `cancelled` when the task is
  ///   cancelled.
  static func window(
    _ given: (@MainActor @Sendable () -> Window?)?, _ environment: RuntimeEnvironment
  ) async throws(OAuthError) -> Window {
    for _ in 0..<tries {
      if let window = given?() {
        if isActive(window) { return window }
      } else if let window = active() {
        return window
      }
      do { try await environment.sleep(pause) } catch { throw .programCancelled }
    }
    // A window that is made for the purpose would have no scene, and no sheet would appear.
    if let window = given?() ?? inactive() { return window }
    throw .misused(
      "anchor",
      "There is no window that the sign-in sheet could appear on. An app extension, and an app "
        + "that shows its windows itself, has to give one.")
  }
}
