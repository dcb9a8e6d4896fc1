// SPDX-License-Identifier: Apache-2.0
import AppleStage
import Foundation

/// A part of the app's user interface.
@MainActor
open class UIScene: UIResponder {
  /// How near the scene is to the user.
  public enum ActivationState: Int, Sendable {
    case unattached = -1
    case foregroundActive = 0
    case foregroundInactive = 1
    case background = 2
  }

  /// How near the scene is to the user now.
  open var activationState: ActivationState

  init(_ state: ActivationState) { activationState = state }
}

/// A scene with windows.
@MainActor
open class UIWindowScene: UIScene {
  /// The windows.
  open internal(set) var windows: [UIWindow] = []

  /// The window that gets the keys.
  open var keyWindow: UIWindow? { windows.first { $0.isKeyWindow } }
}

/// A window.
@MainActor
open class UIWindow: UIResponder {
  /// The scene that shows it; nil for a window that was made by itself.
  open weak var windowScene: UIWindowScene?
  /// Whether it gets the keys.
  open internal(set) var isKeyWindow = false

  /// A window without a scene.
  public override init() {}

  /// A window of a scene.
  public convenience init(windowScene: UIWindowScene) {
    self.init()
    self.windowScene = windowScene
    windowScene.windows.append(self)
  }

  /// Gives it the keys.
  open func makeKeyAndVisible() {
    windowScene?.windows.forEach { $0.isKeyWindow = false }
    isKeyWindow = true
  }
}

/// What receives events.
@MainActor
open class UIResponder: NSObject {
  /// A responder.
  public override init() {}
}
