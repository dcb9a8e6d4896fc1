// SPDX-License-Identifier: Apache-2.0

public import Foundation
#if canImport(UIKit) && !os(watchOS)
  public import UIKit
#endif

/// The document's look of the pages: 25 properties, by their own names and with their own types. New code uses `PageTheme`.
///
/// Colours are six hexadecimal digits without a prefix. What is not set is as usual.
@MainActor
public final class BCWeiboBindPhoneViewCustomSetting {
  /// A look that sets nothing.
  public init() {}

  /// Whether the bar at the top is hidden.
  public var isNavHidden = false { didSet { setsNavHidden = true } }
  /// Whether the app has said so: the look of the tenant is kept otherwise.
  private(set) var setsNavHidden = false
  /// The bar's colour.
  public var navColor: String!
  /// Where the button back is, while the bar is hidden, from where it is otherwise. It is called once, when the look is set: the
  /// page is in a browser, and not in the app.
  public var navHiddenBackButtonFrameBlock: ((CGRect) -> CGRect)!
  /// The bar's title.
  public var navBindTitle: NSAttributedString!
  /// The bar's title.
  public var navRegistTitle: NSAttributedString!
  /// The picture of the button back.
  public var navBackImage: UIImage!
  /// The view at the right of the bar. A `UIButton` with a title becomes a button of the page, which sends the event
  /// `touchUpInside` of this one; another view is left out.
  public var navRightView: UIView!
  /// The heading.
  public var tileDescriptionRegistText: NSAttributedString!
  /// The heading.
  public var tileDescriptionBindText: NSAttributedString!
  /// The line below the heading.
  public var descriptionBindText: NSAttributedString!
  /// The line below the heading.
  public var descriptionRegistText: NSAttributedString!
  /// The text of the button that sends a code.
  public var clickToSendSMSButtonText: NSAttributedString!
  /// The border of the button that sends a code.
  public var clickToSendBorderColor: String!
  /// What is behind the text of the button that sends a code, where there is no picture.
  public var clickToSendSMSBackgroundColor: String!
  /// The picture behind that text.
  public var clickToSendSMSBackgroundImage: UIImage!
  /// The colour of the seconds until the next code.
  public var countDownTextColor: String!
  /// What is behind the seconds, where there is no picture.
  public var countDownBtnBackgroundColor: String!
  /// The picture behind the seconds.
  public var countDownBtnBackgroundImage: UIImage!
  /// The text of the last button.
  public var confirmButtonRegistText: String!
  /// The text of the last button.
  public var confirmButtonBindText: String!
  /// The colour of that text while the button cannot be used.
  public var confirmButtonInactiveTextColor: String!
  /// The colour of that text while the button can be used.
  public var confirmButtonActiveTextColor: String!
  /// The colour of that text while the button is pressed.
  public var confirmButtonOnPressTextColor: String!
  /// What is behind that text while the button cannot be used.
  public var confirmButtonInactiveBackgroundColor: String!
  /// What is behind that text while the button can be used. The document writes the "a" small.
  public var confirmButtonactiveBackgroundColor: String!
}
