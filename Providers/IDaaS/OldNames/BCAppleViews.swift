// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit) || os(watchOS)
  /// A view, which is shown nowhere.
  @MainActor
  open class UIView {
    /// Its colour for what can be tapped.
    public var tintColor: UIColor!

    /// A view.
    public init() {}
  }

  /// A view with events.
  open class UIControl: UIView {
    /// What it looks like.
    public enum State: Sendable {
      /// As usual.
      case normal
    }

    /// What happens to it.
    public enum Event: Sendable {
      /// It was tapped.
      case touchUpInside
    }

    private var actions: [(target: any BCActionTarget, action: Selector)] = []

    /// Has a target act on an event.
    ///
    /// - Parameters:
    ///   - target: What acts: a ``BCActionTarget``. Another object is ignored.
    ///   - action: The selector that the target gets.
    ///   - controlEvents: The event that it acts on.
    public func addTarget(_ target: Any?, action: Selector, for controlEvents: Event) {
      if let target = target as? any BCActionTarget { actions.append((target, action)) }
    }

    /// Lets an event happen.
    public func sendActions(for controlEvents: Event) {
      for (target, action) in actions { target.act(on: action) }
    }
  }

  /// A button.
  open class UIButton: UIControl {
    /// How a button looks.
    public enum ButtonType: Sendable {
      /// As usual.
      case system
    }

    private var title: String?

    /// A button without a title.
    public init(type buttonType: ButtonType) {}

    /// Sets the title.
    public func setTitle(_ title: String?, for state: State) { self.title = title }
    /// The title.
    public func title(for state: State) -> String? { title }
  }

  /// What finds a method by its name, where Objective-C does not.
  @MainActor
  public protocol BCActionTarget: AnyObject {
    /// Calls the method of this name.
    func act(on selector: Selector)
  }
#endif

#if !canImport(ObjectiveC)
  public import Foundation

  /// The name of a method.
  public struct Selector: Sendable, Hashable, CustomStringConvertible {
    /// The name.
    public let description: String

    /// A name.
    public init(_ text: String) { description = text }
  }

  extension NSAttributedString.Key {
    /// The colour of a text.
    public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
    /// The font of a text.
    public static let font = NSAttributedString.Key(rawValue: "NSFont")
  }

  /// What a user does, as the system hands it to an app: here an address that was opened.
  open class NSUserActivity: NSObject {
    /// What kind it is.
    public let activityType: String
    /// The address.
    public var webpageURL: URL?

    /// An activity.
    public init(activityType: String) { self.activityType = activityType }
  }
#endif
