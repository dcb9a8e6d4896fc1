// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

/// Two colors of a theme whose contrast is too low to be read well.
public struct ThemeWarning: Sendable, Hashable {
  /// The name of the property with the color of the text.
  public var text: String
  /// The name of the property with the color behind the text.
  public var background: String
  /// The contrast ratio, from 1 to 21. Below 4.5 many users cannot read the text.
  public var ratio: Double

  /// Creates a warning.
  ///
  /// - Parameters:
  ///   - text: The name of the property with the color of the text.
  ///   - background: The name of the property with the color behind the text.
  ///   - ratio: The contrast ratio, from 1 to 21. Below 4.5 many users cannot read the text.
  public init(text: String, background: String, ratio: Double) {
    self.text = text
    self.background = background
    self.ratio = ratio
  }

  var json: JSONObject {
    [
      "text": .string(text), "background": .string(background),
      "ratio": JSONNumber(ratio).map { .number($0) } ?? .null,
    ]
  }

  init?(json: JSONObject) {
    guard let text = json.text("text"), let background = json.text("background"),
      let ratio = json["ratio"]?.doubleValue
    else { return nil }
    self.init(text: text, background: background, ratio: ratio)
  }
}
