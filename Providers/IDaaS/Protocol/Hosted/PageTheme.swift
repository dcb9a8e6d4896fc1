// SPDX-License-Identifier: Apache-2.0

/// How the pages for binding and registering look: the 25 properties of the document, by their own names.
///
/// What is not set keeps the default look. "Bind" properties are the binding page's, "Regist" properties the
/// registering page's, all others both pages'.
public struct PageTheme: Sendable, Hashable {
  /// Whether the bar at the top is hidden. The button back is then free.
  public var isNavHidden: Bool?
  /// The bar's colour.
  public var navColor: ThemeColor?
  /// Where the button back is, while the bar is hidden. On the wire `navHiddenBackButtonFrame`: what was a
  /// block of code is a rectangle.
  public var navHiddenBackButtonFrameBlock: ThemeRectangle?
  /// The bar's title.
  public var navBindTitle: ThemeText?
  /// The bar's title.
  public var navRegistTitle: ThemeText?
  /// The picture of the button back: 50 × 30 points on the bar, 70 × 40 without it.
  public var navBackImage: ThemeImage?
  /// The button at the right of the bar.
  public var navRightView: ThemeRightView?
  /// The heading.
  public var tileDescriptionRegistText: ThemeText?
  /// The heading.
  public var tileDescriptionBindText: ThemeText?
  /// The line below the heading.
  public var descriptionBindText: ThemeText?
  /// The line below the heading.
  public var descriptionRegistText: ThemeText?
  /// The text of the button that sends a code.
  public var clickToSendSMSButtonText: ThemeText?
  /// The border of the button that sends a code.
  public var clickToSendBorderColor: ThemeColor?
  /// What is behind the text of the button that sends a code, where there is no picture.
  public var clickToSendSMSBackgroundColor: ThemeColor?
  /// The picture behind that text.
  public var clickToSendSMSBackgroundImage: ThemeImage?
  /// The colour of the seconds until the next code.
  public var countDownTextColor: ThemeColor?
  /// What is behind the seconds, where there is no picture.
  public var countDownBtnBackgroundColor: ThemeColor?
  /// The picture behind the seconds.
  public var countDownBtnBackgroundImage: ThemeImage?
  /// The text of the last button.
  public var confirmButtonRegistText: ThemeText?
  /// The text of the last button.
  public var confirmButtonBindText: ThemeText?
  /// The colour of that text while the button cannot be used.
  public var confirmButtonInactiveTextColor: ThemeColor?
  /// The colour of that text while the button can be used.
  public var confirmButtonActiveTextColor: ThemeColor?
  /// The colour of that text while the button is pressed.
  public var confirmButtonOnPressTextColor: ThemeColor?
  /// What is behind that text while the button cannot be used.
  public var confirmButtonInactiveBackgroundColor: ThemeColor?
  /// What is behind that text while the button can be used. The document writes the "a" small.
  public var confirmButtonactiveBackgroundColor: ThemeColor?

  /// The default look.
  public init() {}
}
