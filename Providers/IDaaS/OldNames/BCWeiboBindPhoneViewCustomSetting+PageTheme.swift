// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaSProtocol
import CoatcheckJOSE
import Foundation
#if canImport(UIKit) && !os(watchOS)
  import UIKit
#endif

extension BCWeiboBindPhoneViewCustomSetting {
  /// A call with a theme has a maximum of 64 KiB.
  private static let maximumSize = 60 << 10
  /// The default frame of the back button while the bar is hidden.
  private static let usualFrame = CGRect(x: 8, y: 8, width: 70, height: 44)

  /// Converts these properties to a theme of the service's pages.
  ///
  /// - Parameter leaveOut: Called with the name of each property that they cannot show.
  func pageTheme(leavingOut leaveOut: (String) -> Void) -> PageTheme {
    var theme = PageTheme()
    for (name, value) in parts {
      guard let part = value.flatMap({ try? PageTheme(json: [name: $0]) }) else {
        leaveOut(name)
        continue
      }
      let next = part.over(theme)
      if next.json.serialized().count > Self.maximumSize {
        leaveOut(name)
      } else {
        theme = next
      }
    }
    return theme
  }

  /// The action of the right button of the page: a tap on the app's own button.
  var rightViewAction: (@MainActor () -> Void)? {
    guard let button = navRightView as? UIButton else { return nil }
    return { button.sendActions(for: .touchUpInside) }
  }

  /// The properties that are set, as JSON; nil for a value that has no JSON. Pictures are last, so that
  /// they are the first to be left out when the theme is too large.
  private var parts: [(name: String, value: JSONValue?)] {
    var parts: [(name: String, value: JSONValue?)] = []
    func add<Value>(_ name: String, _ value: Value?, _ json: (Value) -> JSONValue?) {
      if let value { parts.append((name, json(value))) }
    }
    add("isNavHidden", setsNavHidden ? isNavHidden : nil) { .bool($0) }
    for (name, text) in texts { add(name, text) { .string($0) } }
    for (name, text) in attributedTexts { add(name, text, Self.json(of:)) }
    add("navHiddenBackButtonFrame", navHiddenBackButtonFrameBlock) { Self.json(of: $0) }
    add("navRightView", navRightView) { view in
      (view as? UIButton)?.title(for: .normal).map {
        ["title": .string($0), "action": "navRightView"]
      }
    }
    for (name, image) in images {
      add(name, image) { image in
        image.pngData().map { .string("data:image/png;base64," + $0.base64EncodedString()) }
      }
    }
    return parts
  }

  private var texts: [(String, String?)] {
    [
      ("navColor", navColor), ("clickToSendBorderColor", clickToSendBorderColor),
      ("clickToSendSMSBackgroundColor", clickToSendSMSBackgroundColor),
      ("countDownTextColor", countDownTextColor),
      ("countDownBtnBackgroundColor", countDownBtnBackgroundColor),
      ("confirmButtonRegistText", confirmButtonRegistText),
      ("confirmButtonBindText", confirmButtonBindText),
      ("confirmButtonInactiveTextColor", confirmButtonInactiveTextColor),
      ("confirmButtonActiveTextColor", confirmButtonActiveTextColor),
      ("confirmButtonOnPressTextColor", confirmButtonOnPressTextColor),
      ("confirmButtonInactiveBackgroundColor", confirmButtonInactiveBackgroundColor),
      ("confirmButtonactiveBackgroundColor", confirmButtonactiveBackgroundColor),
    ]
  }

  private var attributedTexts: [(String, NSAttributedString?)] {
    [
      ("navBindTitle", navBindTitle), ("navRegistTitle", navRegistTitle),
      ("tileDescriptionRegistText", tileDescriptionRegistText),
      ("tileDescriptionBindText", tileDescriptionBindText),
      ("descriptionBindText", descriptionBindText),
      ("descriptionRegistText", descriptionRegistText),
      ("clickToSendSMSButtonText", clickToSendSMSButtonText),
    ]
  }

  private var images: [(String, UIImage?)] {
    [
      ("navBackImage", navBackImage),
      ("clickToSendSMSBackgroundImage", clickToSendSMSBackgroundImage),
      ("countDownBtnBackgroundImage", countDownBtnBackgroundImage),
    ]
  }

  private static func json(of block: (CGRect) -> CGRect) -> JSONValue? {
    let frame = block(usualFrame)
    let sides = [frame.origin.x, frame.origin.y, frame.size.width, frame.size.height]
      .compactMap { JSONNumber(Double($0)) }
    guard sides.count == 4 else { return nil }
    return [
      "x": .number(sides[0]), "y": .number(sides[1]), "width": .number(sides[2]),
      "height": .number(sides[3]),
    ]
  }

  /// A text with the look of its first character.
  private static func json(of text: NSAttributedString) -> JSONValue? {
    var json: JSONObject = ["text": .string(text.string)]
    guard text.length > 0 else { return nil }
    // The raw values of the keys foregroundColor and font: the constants exist only with UIKit or AppKit.
    let look = text.attributes(at: 0, effectiveRange: nil)
    if let color = look[NSAttributedString.Key(rawValue: "NSColor")] as? UIColor {
      guard let hex = hex(of: color) else { return nil }
      json["color"] = .string(hex)
    }
    if let font = look[NSAttributedString.Key(rawValue: "NSFont")] as? UIFont {
      json["size"] = JSONNumber(Double(font.pointSize)).map { .number($0) }
      if font.fontDescriptor.symbolicTraits.contains(.traitBold) { json["weight"] = "bold" }
    }
    return .object(json)
  }

  private static func hex(of color: UIColor) -> String? {
    var (red, green, blue, alpha) = (CGFloat(0), CGFloat(0), CGFloat(0), CGFloat(0))
    guard color.getRed(&red, green: &green, blue: &blue, alpha: &alpha) else { return nil }
    return [red, green, blue].map { channel in
      let text = String(Int((min(max(channel, 0), 1) * 255).rounded()), radix: 16)
      return text.count == 1 ? "0" + text : text
    }.joined()
  }
}
