// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// One row of the table of settings: all that is known about one property of ``ServerConfiguration``.
///
/// The configuration file, the environment, the flags, `coatcheckd config` and the documentation are all made of
/// these rows. A new option is a new row, and its flag.
struct Setting: Sendable {
  /// Writes the value of a source into a configuration.
  typealias Change = @Sendable (inout ServerConfiguration) -> Void

  /// The properties of a setting.
  struct Traits: OptionSet, Sendable {
    let rawValue: Int

    /// It changes while the server runs, on SIGHUP; other ones on the next start.
    static let live = Traits(rawValue: 1)
    /// The member `settings` of a seed may set it, too.
    static let seeded = Traits(rawValue: 2)
    /// It holds a secret: it has no flag, is never shown, and may be in a file of its own.
    static let secret = Traits(rawValue: 4)
  }

  /// The name of its member in the file: `accessTokenLifetime`.
  let name: String
  /// The type and range of its value, for the documentation.
  let kind: String
  /// What it decides.
  let meaning: String
  let traits: Traits
  /// Returns the value of its flag, or nil if the flag is not given; nil for a setting without a flag.
  let flag: (@Sendable (Serve) -> JSONValue?)?
  /// Reads the member with its name; returns nil without one.
  let read: @Sendable (SeedReader) throws -> Change?
  /// The JSON that the text of a variable stands for.
  let parse: @Sendable (String) -> JSONValue
  /// The value, without secrets; null without one.
  let show: @Sendable (ServerConfiguration) -> JSONValue
  /// A value for comparisons: it differs if two configurations differ in this setting, also in a secret.
  let mark: @Sendable (ServerConfiguration) -> JSONValue
  /// Copies the value of one configuration into another.
  let copy: @Sendable (ServerConfiguration, inout ServerConfiguration) -> Void

  private init<Value>(
    _ name: String, _ kind: SettingKind<Value>, _ meaning: String, _ traits: Traits,
    _ flag: (@Sendable (Serve) -> JSONValue?)?,
    get: @escaping @Sendable (ServerConfiguration) -> Value?,
    set: @escaping @Sendable (Value, inout ServerConfiguration) -> Void,
    copy: @escaping @Sendable (ServerConfiguration, inout ServerConfiguration) -> Void
  ) {
    self.name = name
    self.kind = kind.words
    self.meaning = meaning
    self.traits = traits
    self.flag = flag
    self.copy = copy
    parse = kind.parse
    show = { get($0).map(kind.show) ?? .null }
    let mark = kind.mark ?? kind.show
    self.mark = { get($0).map(mark) ?? .null }
    read = { reader in
      guard let value = try kind.read(reader, name) else { return nil }
      return { set(value, &$0) }
    }
  }

  /// A setting that always has a value.
  ///
  /// - Parameters:
  ///   - name: Its member.
  ///   - path: Where its value is.
  ///   - kind: What its value may be.
  ///   - meaning: What it decides.
  ///   - traits: Its properties.
  ///   - flag: Returns the value of its flag.
  init<Value>(
    _ name: String, _ path: any WritableKeyPath<ServerConfiguration, Value> & Sendable,
    _ kind: SettingKind<Value>, _ meaning: String, _ traits: Traits = [],
    flag: (@Sendable (Serve) -> JSONValue?)? = nil
  ) {
    self.init(
      name, kind, meaning, traits, flag, get: { $0[keyPath: path] },
      set: { $1[keyPath: path] = $0 },
      copy: { $1[keyPath: path] = $0[keyPath: path] })
  }

  /// A setting that may have no value.
  init<Value>(
    optional name: String, _ path: any WritableKeyPath<ServerConfiguration, Value?> & Sendable,
    _ kind: SettingKind<Value>, _ meaning: String, _ traits: Traits = [],
    flag: (@Sendable (Serve) -> JSONValue?)? = nil
  ) {
    self.init(
      name, kind, meaning, traits, flag, get: { $0[keyPath: path] },
      set: { $1[keyPath: path] = $0 },
      copy: { $1[keyPath: path] = $0[keyPath: path] })
  }
}

/// Shorthands for settings with a number.
extension Setting {
  static func count(
    _ name: String, _ path: any WritableKeyPath<ServerConfiguration, Int> & Sendable,
    _ meaning: String, _ traits: Traits = [.live], in bounds: ClosedRange<Int> = 1...1_000_000
  ) -> Setting {
    Setting(name, path, .count(bounds), meaning, traits)
  }

  static func seconds(
    _ name: String, _ path: any WritableKeyPath<ServerConfiguration, TimeInterval> & Sendable,
    _ meaning: String, _ traits: Traits = [.live], in bounds: ClosedRange<Int> = decade
  ) -> Setting {
    Setting(name, path, .seconds(bounds), meaning, traits)
  }

  static func duration(
    _ name: String, _ path: any WritableKeyPath<ServerConfiguration, Duration> & Sendable,
    _ meaning: String, _ traits: Traits = [], in bounds: ClosedRange<Int> = 1...3_600
  ) -> Setting {
    Setting(name, path, .seconds(bounds), meaning, traits)
  }

  /// Ten years in seconds.
  static let decade = 1...(10 * 366 * 86_400)
}
