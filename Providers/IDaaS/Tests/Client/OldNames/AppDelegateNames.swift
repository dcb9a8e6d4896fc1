// SPDX-License-Identifier: Apache-2.0
import Foundation

#if !canImport(UIKit)
  // Stands in for what an app's delegate is called with.

  @MainActor
  final class UIApplication {
    struct OpenURLOptionsKey: Hashable, Sendable {}

    static let shared = UIApplication()
  }

  protocol UIUserActivityRestoring {}
#endif
