// SPDX-License-Identifier: Apache-2.0

import Logging

/// Keeps how the pages for binding and registering look.
public final class BCIDABindPhoneThemeManager: Sendable {
  private static let shared = BCIDABindPhoneThemeManager()

  private init() {}

  /// The only instance.
  public static func sharedInstance() -> BCIDABindPhoneThemeManager { shared }

  /// Sets the look, in place of the one before: what is not set is as usual again. What the service's pages cannot show is left
  /// out, and a line in the log names it.
  ///
  /// - Parameter theme: The look, which is read now: later changes of it have no effect.
  @MainActor
  public func setBindPhoneTheme(_ theme: BCWeiboBindPhoneViewCustomSetting) {
    let logger = BCIDACommonManager.settings.logger
    let pages = theme.pageTheme { name in
      logger.warning(
        "the service's pages cannot show this property of the theme: it is left out",
        metadata: ["property": "\(name)"])
    }
    BCIDACommonManager.sharedInstance().setTheme(pages, theme.rightViewAction)
  }
}
