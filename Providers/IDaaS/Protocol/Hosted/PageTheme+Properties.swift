// SPDX-License-Identifier: Apache-2.0

/// The table of the theme's properties, for reading, writing and the preview.
extension PageTheme {
  /// A property with its name on the wire.
  struct Property<Value>: Sendable {
    let name: String
    let path: any WritableKeyPath<PageTheme, Value?> & Sendable

    init(_ name: String, _ path: any WritableKeyPath<PageTheme, Value?> & Sendable) {
      self.name = name
      self.path = path
    }
  }

  static let flags = [Property("isNavHidden", \PageTheme.isNavHidden)]

  static let colors = [
    Property("navColor", \PageTheme.navColor),
    Property("clickToSendBorderColor", \PageTheme.clickToSendBorderColor),
    Property("clickToSendSMSBackgroundColor", \PageTheme.clickToSendSMSBackgroundColor),
    Property("countDownTextColor", \PageTheme.countDownTextColor),
    Property("countDownBtnBackgroundColor", \PageTheme.countDownBtnBackgroundColor),
    Property("confirmButtonInactiveTextColor", \PageTheme.confirmButtonInactiveTextColor),
    Property("confirmButtonActiveTextColor", \PageTheme.confirmButtonActiveTextColor),
    Property("confirmButtonOnPressTextColor", \PageTheme.confirmButtonOnPressTextColor),
    Property(
      "confirmButtonInactiveBackgroundColor", \PageTheme.confirmButtonInactiveBackgroundColor),
    Property("confirmButtonactiveBackgroundColor", \PageTheme.confirmButtonactiveBackgroundColor),
  ]

  static let texts = [
    Property("navBindTitle", \PageTheme.navBindTitle),
    Property("navRegistTitle", \PageTheme.navRegistTitle),
    Property("tileDescriptionRegistText", \PageTheme.tileDescriptionRegistText),
    Property("tileDescriptionBindText", \PageTheme.tileDescriptionBindText),
    Property("descriptionBindText", \PageTheme.descriptionBindText),
    Property("descriptionRegistText", \PageTheme.descriptionRegistText),
    Property("clickToSendSMSButtonText", \PageTheme.clickToSendSMSButtonText),
    Property("confirmButtonRegistText", \PageTheme.confirmButtonRegistText),
    Property("confirmButtonBindText", \PageTheme.confirmButtonBindText),
  ]

  static let images = [
    Property("navBackImage", \PageTheme.navBackImage),
    Property("clickToSendSMSBackgroundImage", \PageTheme.clickToSendSMSBackgroundImage),
    Property("countDownBtnBackgroundImage", \PageTheme.countDownBtnBackgroundImage),
  ]

  static let rectangles = [
    Property("navHiddenBackButtonFrame", \PageTheme.navHiddenBackButtonFrameBlock)
  ]

  static let rightViews = [Property("navRightView", \PageTheme.navRightView)]
}

extension PageTheme {
  /// Returns this theme, completed with the properties of another one that it does not set.
  ///
  /// The default look, the tenant's theme and the call's theme are combined in this order. The theme of a
  /// call replaces the one of the call before completely.
  public func over(_ base: PageTheme) -> PageTheme {
    var merged = base
    func take<Value>(_ properties: [Property<Value>]) {
      for property in properties {
        if let value = self[keyPath: property.path] { merged[keyPath: property.path] = value }
      }
    }
    take(Self.flags)
    take(Self.colors)
    take(Self.texts)
    take(Self.images)
    take(Self.rectangles)
    take(Self.rightViews)
    return merged
  }

  /// This theme with only the texts that are admitted. All properties besides texts stay.
  ///
  /// - Parameters:
  ///   - base: The theme whose texts replace those that are not admitted. Where it has none either, the
  ///     text is empty, and the page shows its own.
  ///   - admits: Whether a text of this theme may be shown.
  package func worded(over base: PageTheme, admitting admits: (String) -> Bool) -> PageTheme {
    var worded = self
    for one in Self.texts {
      guard var text = self[keyPath: one.path], !admits(text.text) else { continue }
      text.text = base[keyPath: one.path]?.text ?? ""
      worded[keyPath: one.path] = text
    }
    for one in Self.rightViews {
      guard let view = self[keyPath: one.path], !admits(view.title) else { continue }
      worded[keyPath: one.path] = nil
    }
    return worded
  }
}
