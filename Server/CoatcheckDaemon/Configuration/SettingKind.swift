// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckStorage
import Foundation

/// A kind of value that a setting may have: how it is read, and how it is shown.
struct SettingKind<Value: Sendable>: Sendable {
  /// The type and range of the value, for the documentation.
  let words: String
  /// Reads a member; nil without one. It throws ``SeedError``.
  let read: @Sendable (SeedReader, String) throws -> Value?
  /// The value as JSON, without secrets.
  let show: @Sendable (Value) -> JSONValue
  /// The JSON that the text of a variable, or of a file with a secret, stands for.
  var parse: @Sendable (String) -> JSONValue = { .string($0) }
  /// The value for comparisons: equal values have equal marks. Nil to compare what `show` returns, for
  /// kinds without secrets.
  var mark: (@Sendable (Value) -> JSONValue)?
}

extension SettingKind where Value == String {
  /// A text that is not empty.
  static func text(_ words: String) -> Self {
    SettingKind(words: words, read: Self.full, show: { .string($0) })
  }

  /// The identifier of an issuer, which the issuer itself checks.
  static var url: Self {
    SettingKind(words: "URL", read: { try $0.optionalString($1) }, show: { .string($0) })
  }

  /// The path of a file or folder. In a file it is relative to the folder of that file.
  static var path: Self {
    SettingKind(
      words: "path", read: { reader, name in try Self.full(reader, name).map(reader.located) },
      show: { .string($0) })
  }

  /// The path of a file, or the connection string of a database. The connection string must not hold a
  /// password: it is visible in the process list and in the log.
  static var database: Self {
    SettingKind(
      words: "path, or `postgresql://…`",
      read: { reader, name in
        guard let text = try Self.full(reader, name) else { return nil }
        guard DatabasePlace.isAddress(text) else { return reader.located(text) }
        guard !PostgreSQLStore.holdsPassword(text) else {
          throw reader.error(
            name, "must not hold a password; put it in a password file (passfile=), or PGPASSWORD")
        }
        return text
      },
      show: { .string($0) })
  }

  private static func full(_ reader: SeedReader, _ name: String) throws -> String? {
    guard let text = try reader.optionalString(name) else { return nil }
    guard !text.isEmpty else { throw reader.error(name, "must not be empty") }
    return text
  }
}

extension SettingKind where Value == [String] {
  /// A list of texts, each not empty.
  static var texts: Self {
    SettingKind(
      words: "list of texts",
      read: { reader, name in
        guard let texts = try reader.strings(name) else { return nil }
        guard !texts.contains("") else { throw reader.error(name, "must have no empty texts") }
        return texts
      },
      show: { .array($0.map { .string($0) }) }, parse: SettingText.list)
  }
}

extension SettingKind where Value == Int {
  /// A whole number within bounds.
  static func count(_ bounds: ClosedRange<Int>) -> Self {
    SettingKind(
      words: "\(bounds.lowerBound) to \(bounds.upperBound)",
      read: { try $0.number($1, in: bounds) }, show: { .number(JSONNumber($0)) },
      parse: SettingText.number)
  }
}

extension SettingKind where Value == TimeInterval {
  /// A whole number of seconds within bounds.
  static func seconds(_ bounds: ClosedRange<Int>) -> Self {
    SettingKind(
      words: "seconds, \(bounds.lowerBound) to \(bounds.upperBound)",
      read: { try $0.number($1, in: bounds).map(TimeInterval.init) },
      show: { .number(JSONNumber(Int($0))) }, parse: SettingText.number)
  }

  /// A number of days, whole or not.
  static var days: Self {
    SettingKind(
      words: "days",
      read: { reader, name in
        guard let value = reader.value(name) else { return nil }
        guard let days = value.doubleValue, (0...3_650).contains(days) else {
          throw reader.error(name, "must be a number of days from 0 to 3650")
        }
        return days
      },
      show: SettingText.shortest, parse: SettingText.number)
  }
}

extension SettingKind where Value == Duration {
  /// A whole number of seconds within bounds.
  static func seconds(_ bounds: ClosedRange<Int>) -> Self {
    SettingKind(
      words: "seconds, \(bounds.lowerBound) to \(bounds.upperBound)",
      read: { try $0.number($1, in: bounds).map { .seconds($0) } },
      show: { .number(JSONNumber(Int($0.components.seconds))) }, parse: SettingText.number)
  }
}

extension SettingKind where Value == Bool {
  /// True or false.
  static var flag: Self {
    SettingKind(
      words: "`true` or `false`", read: { try $0.flag($1) }, show: { .bool($0) },
      parse: SettingText.flag)
  }
}

extension SettingKind where Value: Equatable {
  /// One of some words.
  static func word(_ choices: [(word: String, value: Value)]) -> Self {
    SettingKind(
      words: choices.map { "`\($0.word)`" }.joined(separator: ", "),
      read: { reader, name in
        guard let text = try reader.optionalString(name) else { return nil }
        guard let choice = choices.first(where: { $0.word.isExactly(text) }) else {
          throw reader.error(name, "must be \(choices.map(\.word).joined(separator: " or "))")
        }
        return choice.value
      },
      show: { value in .string(choices.first { $0.value == value }?.word ?? "") })
  }

  /// A list of words from a set, each at most once, in any order.
  static func words<Element: Hashable & Sendable>(
    _ choices: [(word: String, value: Element)], least: Int = 0
  ) -> Self where Value == [Element] {
    let known = choices.map(\.word)
    return SettingKind(
      words: "list of " + known.map { "`\($0)`" }.joined(separator: ", "),
      read: { reader, name in
        guard let words = try reader.strings(name) else { return nil }
        let values = words.compactMap { word in
          choices.first { $0.word.isExactly(word) }?.value
        }
        guard values.count == words.count, Set(values).count == values.count,
          values.count >= least
        else { throw reader.error(name, "must be a list of \(known.joined(separator: ", "))") }
        return values
      },
      show: { values in
        .array(values.map { value in .string(choices.first { $0.value == value }?.word ?? "") })
      },
      parse: SettingText.list)
  }
}
