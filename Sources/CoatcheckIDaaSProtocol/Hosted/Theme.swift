// SPDX-License-Identifier: Apache-2.0

/// How the pages for binding and registering look: the 25 properties of the document, by their own names.
///
/// What isn't set keeps the default look.
public struct Theme: Sendable, Hashable {
  /// Whether the bar at the top is hidden.
  public var isNavHidden: Bool?

  /// The default look.
  public init() {}
}
