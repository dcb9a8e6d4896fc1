// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

/// Two colours of a theme that are too near each other to be read well.
public struct ThemeWarning: Sendable, Hashable {
  /// The property with the colour of the text.
  public var text: String
  /// The property with the colour behind it.
  public var background: String
  /// Their contrast, from 1 to 21; below 4.5 many users cannot read it.
  public var ratio: Double

  /// A warning.
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
