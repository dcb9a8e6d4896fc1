// SPDX-License-Identifier: Apache-2.0

import Logging

/// Sets the theme of the pages for binding and registration. New code sets `IDaaSConfiguration.theme`.
public final class BCIDABindPhoneThemeManager: Sendable {
  private static let shared = BCIDABindPhoneThemeManager()

  private init() {}

  /// The only instance.
  public static func sharedInstance() -> BCIDABindPhoneThemeManager { shared }

  /// Sets the theme and replaces the previous one: a property that is not set has its default again. A
  /// property that the service's pages cannot show is left out, and the log has a warning with its name.
  ///
  /// - Parameter theme: The theme, which is read now: later changes of it have no effect.
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
