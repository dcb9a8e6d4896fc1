// SPDX-License-Identifier: Apache-2.0
import AppleStage
import Foundation

/// The app of a device: its scenes, and the other apps.
public final class AppStage: @unchecked Sendable {
  /// The app of a device.
  public static func of(_ stage: AppleStage) -> AppStage {
    stage.part(AppStage.self) { AppStage(stage.clock) }
  }

  /// Whether the process is an extension, which has no application.
  public var isExtension = false
  /// The schemes of `LSApplicationQueriesSchemes`.
  public var queriedSchemes: Set<String> = []
  /// The schemes that other apps open.
  public var installedSchemes: Set<String> = []
  /// What was opened.
  public private(set) var opened: [URL] = []
  #if !APPLE_SHIM_TVOS && !APPLE_SHIM_WATCHOS
    /// The pasteboard of the device.
    public let pasteboard = UIPasteboard()
  #endif

  private let clock: StageClock
  private var arriving: [(after: Duration, scene: UIWindowScene)] = []
  @MainActor private(set) lazy var application = UIApplication(self)

  private init(_ clock: StageClock) { self.clock = clock }

  /// A scene with a window that gets the keys.
  ///
  /// - Parameters:
  ///   - state: How near it is to the user.
  ///   - delay: When it appears; at once unless given.
  /// - Returns: The window.
  @MainActor
  @discardableResult
  public func addScene(
    _ state: UIScene.ActivationState, after delay: Duration = .zero
  ) -> UIWindow {
    let scene = UIWindowScene(state)
    let window = UIWindow(windowScene: scene)
    window.makeKeyAndVisible()
    arriving.append((clock.now + delay, scene))
    return window
  }

  @MainActor var scenes: Set<UIScene> {
    Set(arriving.filter { $0.after <= clock.now }.map(\.scene))
  }

  func opens(_ url: URL) -> Bool { installedSchemes.contains(url.scheme ?? "") }

  func open(_ url: URL) -> Bool {
    guard opens(url) else { return false }
    opened.append(url)
    return true
  }
}
