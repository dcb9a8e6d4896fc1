// SPDX-License-Identifier: Apache-2.0

public import CoatcheckIDaaSProtocol

/// The document's look of the pages: 25 properties, by their own names.
public typealias BCWeiboBindPhoneViewCustomSetting = PageTheme

/// Keeps how the pages for binding and registering look.
public final class BCIDABindPhoneThemeManager: Sendable {
  private let common: BCIDACommonManager

  /// The look.
  public init(_ common: BCIDACommonManager) { self.common = common }

  /// Sets the look, in place of the one before: what is not set is as usual again.
  ///
  /// - Parameters:
  ///   - settings: The look.
  ///   - rightView: What the button `navRightView` does, with its word; the page is shown again when it returns. The document's
  ///     button brings its own event, and a page in a browser cannot.
  public func setBindPhoneTheme(
    _ settings: BCWeiboBindPhoneViewCustomSetting,
    onRightView rightView: (@Sendable (String) async -> Void)? = nil
  ) {
    common.setTheme(settings, rightView)
  }
}
