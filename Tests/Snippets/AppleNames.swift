// SPDX-License-Identifier: Apache-2.0
// The few names of UIKit, SwiftUI and AppKit that blocks in the pages use, so that the calls of ours around them are compiled
// on Linux. What they do is in Tests/AppleStandIns.
import Foundation

class UIResponder {}
class UIScene {
  struct ConnectionOptions { var urlContexts: Set<UIOpenURLContext> = [] }
}
class UISceneSession {}
struct UIOpenURLContext: Hashable { var url: URL }

class NSUserActivity { var webpageURL: URL? }

@MainActor final class UIApplication: Sendable {
  static let shared = UIApplication()
  nonisolated var isProtectedDataAvailable: Bool { true }
  func open(_ url: URL) async -> Bool { true }
}

class NSApplication {}

struct ContentView {
  func onOpenURL(perform action: @escaping (URL) -> Void) -> ContentView { self }
}

@discardableResult func WindowGroup(_ content: () -> ContentView) -> ContentView { content() }
