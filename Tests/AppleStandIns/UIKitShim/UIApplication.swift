// SPDX-License-Identifier: Apache-2.0
import AppleStage
import Foundation

/// The app.
@MainActor
open class UIApplication: UIResponder {
  /// How an address is opened.
  public struct OpenExternalURLOptionsKey: Hashable, RawRepresentable, Sendable {
    /// The key.
    public var rawValue: String
    /// A key.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Only as a universal link.
    public static let universalLinksOnly = Self(rawValue: "universalLinksOnly")
  }

  private nonisolated let stage: AppStage

  init(_ stage: AppStage) {
    self.stage = stage
    super.init()
  }

  /// The app of this process. Code that is built for extensions may not name it.
  @available(iOSApplicationExtension, unavailable)
  open class var shared: UIApplication { AppStage.of(.current).application }

  /// The scenes of the app.
  open var connectedScenes: Set<UIScene> { stage.scenes }

  /// Opens an address in another app.
  open func open(
    _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
    completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
  ) {
    let opened = stage.open(url)
    if let completion { DispatchQueue.main.async { completion(opened) } }
  }

  /// Opens an address in another app; whether that worked.
  open func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool {
    stage.open(url)
  }

  /// Whether an app opens the address: only for schemes that the app lists.
  open nonisolated func canOpenURL(_ url: URL) -> Bool {
    stage.queriedSchemes.contains(url.scheme ?? "") && stage.opens(url)
  }

  /// Objective-C's `respondsToSelector:` of the class.
  public nonisolated class func responds(to selector: Selector!) -> Bool {
    selector.name == "sharedApplication"
  }

  /// Objective-C's `performSelector:` of the class. An extension has no application.
  public nonisolated class func perform(_ selector: Selector!) -> Unmanaged<AnyObject>! {
    let stage = AppStage.of(.current)
    guard selector.name == "sharedApplication", !stage.isExtension else { return nil }
    return MainActor.assumeIsolated { Unmanaged.passUnretained(stage.application) }
  }
}

/// The name of a method of Objective-C.
public struct Selector: Sendable {
  let name: String
}

/// The method of a name.
public func NSSelectorFromString(_ name: String) -> Selector { Selector(name: name) }
