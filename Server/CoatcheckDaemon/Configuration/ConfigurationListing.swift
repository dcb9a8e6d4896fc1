// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import Foundation

/// All settings with their values and where these come from, without secrets.
struct ConfigurationListing {
  let loaded: LoadedConfiguration

  /// A line for each: name, value and source, with tabs between them, for operators and for `cut`.
  var text: String {
    Setting.table.map { setting in
      [setting.name, value(of: setting), loaded.source(of: setting).place].joined(separator: "\t")
    }.joined(separator: "\n")
  }

  /// An object with a member for each: `value`, `source` and, unless it is the default, `place`.
  var json: String {
    var object: JSONObject = [:]
    for setting in Setting.table {
      let source = loaded.source(of: setting)
      var row: JSONObject = [
        "value": setting.show(loaded.configuration), "source": .string(source.word),
      ]
      if source != .standard { row["place"] = .string(source.place) }
      object[setting.name] = .object(row)
    }
    return String(decoding: object.serialized(), as: UTF8.self)
  }

  /// A value in one line; `-` without one.
  private func value(of setting: Setting) -> String {
    Self.text(setting.show(loaded.configuration))
  }

  /// A value in one line; `-` for none.
  static func text(_ value: JSONValue) -> String {
    switch value {
    case .null: "-"
    // A text with white space is quoted: it would look like several values.
    case .string(let text) where text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }): text
    default: String(decoding: value.serialized(), as: UTF8.self)
    }
  }
}
