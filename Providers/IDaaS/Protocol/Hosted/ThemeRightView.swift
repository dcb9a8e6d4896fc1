// SPDX-License-Identifier: Apache-2.0

/// The button at the right of the bar. The page ends with `event=` and its word, and the app does what it
/// means.
public struct ThemeRightView: Sendable, Hashable {
  /// What is written on it: one to ``ThemeText/maximumLength`` characters.
  public var title: String
  /// The word for the app: one to 40 ASCII letters, digits, hyphens and underscores.
  public var action: String

  /// A button.
  public init(title: String, action: String) {
    self.title = title
    self.action = action
  }
}
