// SPDX-License-Identifier: Apache-2.0
import AppleStage
import Foundation

/// A window of a Mac.
@MainActor
open class NSWindow: NSObject {
  /// Whether it is on a screen.
  open var isVisible = true
  /// A window.
  public override init() {}
}

/// The app of a process.
@MainActor
open class NSApplication: NSObject {
  /// The windows.
  open internal(set) var windows: [NSWindow] = []
  /// The window that gets the keys; nil while another app is in front.
  open internal(set) weak var keyWindow: NSWindow?
  /// The window that the user works in; nil while another app is in front.
  open internal(set) weak var mainWindow: NSWindow?

  fileprivate override init() {}
}

/// The app; nil in a program that made none.
@MainActor public var NSApp: NSApplication! { MacStage.of(.current).application }

/// What opens files and addresses.
open class NSWorkspace: NSObject {
  private let stage: MacStage
  fileprivate init(_ stage: MacStage) { self.stage = stage }

  /// The workspace of the user.
  open class var shared: NSWorkspace { NSWorkspace(.of(.current)) }

  /// Opens an address in the user's browser, from any thread.
  @discardableResult
  open func open(_ url: URL) -> Bool { stage.open(url) }
}

/// The desktop of a Mac.
public final class MacStage: @unchecked Sendable {
  /// The desktop of a device.
  public static func of(_ stage: AppleStage) -> MacStage {
    stage.part(MacStage.self) { MacStage() }
  }

  /// The app; nil in a program that made none.
  @MainActor public private(set) var application: NSApplication?
  /// Whether there is a browser.
  public var hasBrowser = true
  /// What was opened.
  public private(set) var opened: [URL] = []

  private init() {}

  /// Makes the app, with a window.
  @MainActor
  @discardableResult
  public func start(isInFront: Bool = true, isVisible: Bool = true) -> NSWindow {
    let app = NSApplication()
    let window = NSWindow()
    window.isVisible = isVisible
    app.windows = [window]
    if isInFront {
      app.keyWindow = window
      app.mainWindow = window
    }
    application = app
    return window
  }

  func open(_ url: URL) -> Bool {
    if hasBrowser { opened.append(url) }
    return hasBrowser
  }
}
