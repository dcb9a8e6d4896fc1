// SPDX-License-Identifier: Apache-2.0

/// The look of the hosted pages for binding and registration: the 25 properties of the vendor's
/// documentation, by their names there.
///
/// Properties that are not set keep the default look. "Bind" properties apply to the page for binding,
/// "Regist" properties to the page for registration, all others to both.
public struct PageTheme: Sendable, Hashable {
  /// Whether the navigation bar at the top is hidden. The back button then stands free.
  public var isNavHidden: Bool?
  /// The color of the navigation bar.
  public var navColor: ThemeColor?
  /// The position of the back button while the navigation bar is hidden. Its member in JSON is
  /// `navHiddenBackButtonFrame`: the vendor's block of code is a rectangle here.
  public var navHiddenBackButtonFrameBlock: ThemeRectangle?
  /// The title of the navigation bar on the page for binding.
  public var navBindTitle: ThemeText?
  /// The title of the navigation bar on the page for registration.
  public var navRegistTitle: ThemeText?
  /// The picture of the back button: 50 × 30 points on the navigation bar, 70 × 40 without it.
  public var navBackImage: ThemeImage?
  /// The button at the right of the navigation bar.
  public var navRightView: ThemeRightView?
  /// The heading of the page for registration.
  public var tileDescriptionRegistText: ThemeText?
  /// The heading of the page for binding.
  public var tileDescriptionBindText: ThemeText?
  /// The line below the heading of the page for binding.
  public var descriptionBindText: ThemeText?
  /// The line below the heading of the page for registration.
  public var descriptionRegistText: ThemeText?
  /// The text of the button that sends a code.
  public var clickToSendSMSButtonText: ThemeText?
  /// The border of the button that sends a code.
  public var clickToSendBorderColor: ThemeColor?
  /// The background color of the button that sends a code, where it has no picture.
  public var clickToSendSMSBackgroundColor: ThemeColor?
  /// The background picture of the button that sends a code.
  public var clickToSendSMSBackgroundImage: ThemeImage?
  /// The color of the seconds until the next code can be sent.
  public var countDownTextColor: ThemeColor?
  /// The background color of the seconds, where they have no picture.
  public var countDownBtnBackgroundColor: ThemeColor?
  /// The background picture of the seconds.
  public var countDownBtnBackgroundImage: ThemeImage?
  /// The text of the confirm button on the page for registration.
  public var confirmButtonRegistText: ThemeText?
  /// The text of the confirm button on the page for binding.
  public var confirmButtonBindText: ThemeText?
  /// The text color of the confirm button while it cannot be used.
  public var confirmButtonInactiveTextColor: ThemeColor?
  /// The text color of the confirm button while it can be used.
  public var confirmButtonActiveTextColor: ThemeColor?
  /// The text color of the confirm button while it is pressed.
  public var confirmButtonOnPressTextColor: ThemeColor?
  /// The background color of the confirm button while it cannot be used.
  public var confirmButtonInactiveBackgroundColor: ThemeColor?
  /// The background color of the confirm button while it can be used. The vendor's documentation writes
  /// the "a" in lower case.
  public var confirmButtonactiveBackgroundColor: ThemeColor?

  /// Creates a theme that sets nothing.
  public init() {}
}
