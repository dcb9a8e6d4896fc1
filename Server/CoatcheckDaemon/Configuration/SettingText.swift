// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import Foundation

/// What the text of an environment variable means as JSON.
///
/// A text that cannot be converted stays a text. Where another type is expected, it is refused for the same
/// reason as in a file.
enum SettingText {
  /// A number: `5`, `0.5`.
  @Sendable
  static func number(_ text: String) -> JSONValue {
    if let whole = Int(text) { return .number(JSONNumber(whole)) }
    return Double(text).flatMap { JSONNumber($0) }.map { .number($0) } ?? .string(text)
  }

  /// `true` or `false`.
  @Sendable
  static func flag(_ text: String) -> JSONValue {
    switch text {
    case "true": true
    case "false": false
    default: .string(text)
    }
  }

  /// Words with commas between them: `PS256,ES384`.
  @Sendable
  static func list(_ text: String) -> JSONValue {
    let words = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    return .array(words.map { .string($0) })
  }

  /// JSON.
  @Sendable
  static func json(_ text: String) -> JSONValue {
    (try? JSONValue(parsing: Array(text.utf8))) ?? .string(text)
  }

  /// A number, written without a fraction if it is whole.
  @Sendable
  static func shortest(_ number: Double) -> JSONValue {
    if let whole = Int(exactly: number) { return .number(JSONNumber(whole)) }
    return JSONNumber(number).map { .number($0) } ?? .null
  }
}
