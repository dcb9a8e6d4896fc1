// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit) || os(watchOS)
  /// A view, in place of UIKit's. It is not shown.
  @MainActor
  open class UIView {
    /// The color of its controls.
    public var tintColor: UIColor!

    /// Creates a view.
    public init() {}
  }

  /// A view with events, in place of UIKit's.
  open class UIControl: UIView {
    /// The states of a control.
    public enum State: Sendable {
      /// The normal state.
      case normal
    }

    /// The events of a control.
    public enum Event: Sendable {
      /// The control was tapped.
      case touchUpInside
    }

    private var actions: [(target: any BCActionTarget, action: Selector)] = []

    /// Calls a target at each event.
    ///
    /// - Parameters:
    ///   - target: The target: a ``BCActionTarget``. Another object is ignored.
    ///   - action: The selector that the target receives.
    ///   - controlEvents: The event; there is only one.
    public func addTarget(_ target: Any?, action: Selector, for controlEvents: Event) {
      if let target = target as? any BCActionTarget { actions.append((target, action)) }
    }

    /// Calls the targets of an event.
    public func sendActions(for controlEvents: Event) {
      for (target, action) in actions { target.act(on: action) }
    }
  }

  /// A button, in place of UIKit's.
  open class UIButton: UIControl {
    /// The styles of a button.
    public enum ButtonType: Sendable {
      /// The system's style.
      case system
    }

    private var title: String?

    /// Creates a button without a title.
    public init(type buttonType: ButtonType) {}

    /// Sets the title.
    ///
    /// - Parameters:
    ///   - title: The title; nil for none.
    ///   - state: The state of the button in which it has the title; there is only one.
    public func setTitle(_ title: String?, for state: State) { self.title = title }
    /// The title.
    public func title(for state: State) -> String? { title }
  }

  /// An object whose methods are called by their names, where there is no Objective-C.
  @MainActor
  public protocol BCActionTarget: AnyObject {
    /// Calls the method with this name.
    func act(on selector: Selector)
  }
#endif

#if !canImport(ObjectiveC)
  public import Foundation

  /// The name of a method.
  public struct Selector: Sendable, Hashable, CustomStringConvertible {
    /// The name.
    public let description: String

    /// Creates a selector.
    ///
    /// - Parameter text: The name of a method.
    public init(_ text: String) { description = text }
  }

  extension NSAttributedString.Key {
    /// The color of a text.
    public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
    /// The font of a text.
    public static let font = NSAttributedString.Key(rawValue: "NSFont")
  }

  /// An activity that the system passes to an app: here an address that was opened.
  open class NSUserActivity: NSObject {
    /// The type of the activity.
    public let activityType: String
    /// The address; nil for none.
    public var webpageURL: URL?

    /// Creates an activity without an address.
    ///
    /// - Parameter activityType: The type of the activity.
    public init(activityType: String) { self.activityType = activityType }
  }
#endif
