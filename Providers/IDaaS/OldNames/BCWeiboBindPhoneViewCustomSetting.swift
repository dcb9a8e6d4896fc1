// SPDX-License-Identifier: Apache-2.0

public import Foundation
#if canImport(UIKit) && !os(watchOS)
  public import UIKit
#endif

/// The theme of the pages for binding and registration: the document's 25 properties, by their own names
/// and with their own types. New code uses `PageTheme`.
///
/// Colors are six hexadecimal digits without a prefix. A property that is not set has its default.
@MainActor
public final class BCWeiboBindPhoneViewCustomSetting {
  /// Creates a theme without any property.
  public init() {}

  /// Whether the navigation bar is hidden.
  public var isNavHidden = false { didSet { setsNavHidden = true } }
  /// Whether the app has set `isNavHidden`: otherwise the tenant's theme decides.
  private(set) var setsNavHidden = false
  /// The color of the navigation bar.
  public var navColor: String!
  /// Returns the frame of the back button while the navigation bar is hidden, from its default frame. It
  /// is called once, when the theme is set: the page is in a browser, and not in the app.
  public var navHiddenBackButtonFrameBlock: ((CGRect) -> CGRect)!
  /// The title of the navigation bar on the page for binding.
  public var navBindTitle: NSAttributedString!
  /// The title of the navigation bar on the page for registration.
  public var navRegistTitle: NSAttributedString!
  /// The image of the back button.
  public var navBackImage: UIImage!
  /// The view at the right of the navigation bar. A `UIButton` with a title becomes a button of the page,
  /// which sends the event `touchUpInside` of this one; another view is left out.
  public var navRightView: UIView!
  /// The heading of the page for registration.
  public var tileDescriptionRegistText: NSAttributedString!
  /// The heading of the page for binding.
  public var tileDescriptionBindText: NSAttributedString!
  /// The line below the heading of the page for binding.
  public var descriptionBindText: NSAttributedString!
  /// The line below the heading of the page for registration.
  public var descriptionRegistText: NSAttributedString!
  /// The text of the button that sends a code.
  public var clickToSendSMSButtonText: NSAttributedString!
  /// The color of the border of the button that sends a code.
  public var clickToSendBorderColor: String!
  /// The background color of the button that sends a code, where there is no image.
  public var clickToSendSMSBackgroundColor: String!
  /// The background image of the button that sends a code.
  public var clickToSendSMSBackgroundImage: UIImage!
  /// The color of the seconds until the next code can be sent.
  public var countDownTextColor: String!
  /// The background color of the seconds, where there is no image.
  public var countDownBtnBackgroundColor: String!
  /// The background image of the seconds.
  public var countDownBtnBackgroundImage: UIImage!
  /// The text of the confirm button on the page for registration.
  public var confirmButtonRegistText: String!
  /// The text of the confirm button on the page for binding.
  public var confirmButtonBindText: String!
  /// The text color of the confirm button while it cannot be used.
  public var confirmButtonInactiveTextColor: String!
  /// The text color of the confirm button while it can be used.
  public var confirmButtonActiveTextColor: String!
  /// The text color of the confirm button while it is pressed.
  public var confirmButtonOnPressTextColor: String!
  /// The background color of the confirm button while it cannot be used.
  public var confirmButtonInactiveBackgroundColor: String!
  /// The background color of the confirm button while it can be used. The name has the spelling of the
  /// document.
  public var confirmButtonactiveBackgroundColor: String!
}
