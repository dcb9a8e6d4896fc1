// SPDX-License-Identifier: Apache-2.0

extension Theme {
  /// A property with its name on the wire.
  struct Property<Value>: Sendable {
    let name: String
    let path: any WritableKeyPath<Theme, Value?> & Sendable

    init(_ name: String, _ path: any WritableKeyPath<Theme, Value?> & Sendable) {
      self.name = name
      self.path = path
    }
  }

  static let flags = [Property("isNavHidden", \Theme.isNavHidden)]

  static let colors = [
    Property("navColor", \Theme.navColor),
    Property("clickToSendBorderColor", \Theme.clickToSendBorderColor),
    Property("clickToSendSMSBackgroundColor", \Theme.clickToSendSMSBackgroundColor),
    Property("countDownTextColor", \Theme.countDownTextColor),
    Property("countDownBtnBackgroundColor", \Theme.countDownBtnBackgroundColor),
    Property("confirmButtonInactiveTextColor", \Theme.confirmButtonInactiveTextColor),
    Property("confirmButtonActiveTextColor", \Theme.confirmButtonActiveTextColor),
    Property("confirmButtonOnPressTextColor", \Theme.confirmButtonOnPressTextColor),
    Property(
      "confirmButtonInactiveBackgroundColor", \Theme.confirmButtonInactiveBackgroundColor),
    Property("confirmButtonactiveBackgroundColor", \Theme.confirmButtonactiveBackgroundColor),
  ]

  static let texts = [
    Property("navBindTitle", \Theme.navBindTitle),
    Property("navRegistTitle", \Theme.navRegistTitle),
    Property("tileDescriptionRegistText", \Theme.tileDescriptionRegistText),
    Property("tileDescriptionBindText", \Theme.tileDescriptionBindText),
    Property("descriptionBindText", \Theme.descriptionBindText),
    Property("descriptionRegistText", \Theme.descriptionRegistText),
    Property("clickToSendSMSButtonText", \Theme.clickToSendSMSButtonText),
    Property("confirmButtonRegistText", \Theme.confirmButtonRegistText),
    Property("confirmButtonBindText", \Theme.confirmButtonBindText),
  ]

  static let images = [
    Property("navBackImage", \Theme.navBackImage),
    Property("clickToSendSMSBackgroundImage", \Theme.clickToSendSMSBackgroundImage),
    Property("countDownBtnBackgroundImage", \Theme.countDownBtnBackgroundImage),
  ]

  static let rectangles = [
    Property("navHiddenBackButtonFrame", \Theme.navHiddenBackButtonFrameBlock)
  ]

  static let rightViews = [Property("navRightView", \Theme.navRightView)]
}

extension Theme {
  /// This theme, and where it sets nothing the other.
  ///
  /// The default look, the tenant's theme and the call's are laid over each other in this order. A call's
  /// theme replaces the one of the call before as a whole.
  public func over(_ base: Theme) -> Theme {
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
}
