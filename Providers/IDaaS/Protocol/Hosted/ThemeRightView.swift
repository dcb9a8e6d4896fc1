// SPDX-License-Identifier: Apache-2.0

/// The app's own button at the right of the navigation bar. It ends the page with `event=` and its action,
/// which the app performs.
public struct ThemeRightView: Sendable, Hashable {
  /// The title of the button: from 1 to ``ThemeText/maximumLength`` characters.
  public var title: String
  /// The action for the app: from 1 to 40 ASCII letters, digits, hyphens and underscores.
  public var action: String

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - title: The title of the button: from 1 to ``ThemeText/maximumLength`` characters.
  ///   - action: The action for the app: from 1 to 40 ASCII letters, digits, hyphens and underscores.
  public init(title: String, action: String) {
    self.title = title
    self.action = action
  }
}
