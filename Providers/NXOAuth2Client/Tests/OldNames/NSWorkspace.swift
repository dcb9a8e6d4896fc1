// SPDX-License-Identifier: Apache-2.0
import Foundation

#if !canImport(AppKit)
  /// Stands in for AppKit's workspace: opens an address in the browser of the test.
  @MainActor
  final class NSWorkspace {
    /// Opens an address; each test sets its own.
    @TaskLocal static var browser: (@MainActor (URL) -> Void)?

    static let shared = NSWorkspace()

    func open(_ url: URL) { Self.browser?(url) }
  }
#endif
