// SPDX-License-Identifier: Apache-2.0

public import CoatcheckCommand

/// The user's list of places, as ``PlacesFile`` stores it: a place that is not on it gets no credential.
public struct PlaceRules: Sendable {
  /// The lines of the file, with their rules; comments have none.
  private var lines: [(text: String, rule: PlaceRule?)] = []

  /// The rules, in the order of the file.
  public var rules: [PlaceRule] { lines.compactMap(\.rule) }

  /// Creates an empty list.
  public init() {}

  /// Parses the text of the file: one rule per line, comments after `#`.
  ///
  /// - Parameters:
  ///   - text: The content of the file.
  ///   - path: The path of the file, for the error message only.
  /// - Throws: A failure with `ExitStatus.usage`, the path and the number of the first invalid line. A file
  ///   with a mistake gives no credentials at all: which rule was meant cannot be known.
  public init(_ text: String, path: String) throws(CommandFailure) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      do throws(CommandFailure) {
        lines.append((String(line), try PlaceRule(line: line)))
      } catch {
        throw CommandFailure(
          error.status, "\(path), line \(index + 1): \(error.message)", code: error.code,
          hint: error.hint)
      }
    }
    if lines.last?.text == "" { lines.removeLast() }
  }

  /// The rule that decides for a place: of the rules whose place contains it, the one with the longest
  /// path. Of several with that path, it is the one for `username`, else the first in the file.
  ///
  /// - Parameters:
  ///   - place: Where the credential goes.
  ///   - account: The account that the program was told to use: only rules for this account count. Nil for
  ///     any account.
  ///   - username: The user name that the program already has, which is compared with the `username` option
  ///     and the account of a rule; nil if it has no user name.
  /// - Returns: The rule; nil if the list has no rule for the place.
  public func rule(for place: Place, account: String?, username: String? = nil) -> PlaceRule? {
    let holding = rules.filter {
      $0.place.contains(place) && (account == nil || $0.account == account)
    }
    guard let length = holding.map(\.place.path.utf8.count).max() else { return nil }
    let nearest = holding.filter { $0.place.path.utf8.count == length }
    let named = nearest.first {
      username != nil && [$0.form.username, $0.account].contains(username)
    }
    return named ?? nearest.first
  }

  /// Adds a rule at the end, or in place of the first rule for the same place and account.
  public mutating func add(_ rule: PlaceRule) {
    // The first of the rules for one place is the default, so that the order stays.
    let index = lines.firstIndex {
      $0.rule?.place == rule.place && $0.rule?.account == rule.account
    }
    remove(rule.place, account: rule.account)
    lines.insert((rule.line, rule), at: index ?? lines.endIndex)
  }

  /// Removes the rules for exactly this place; rules for paths below it stay.
  ///
  /// - Parameters:
  ///   - place: The place of the rules.
  ///   - account: The account of the rules; nil for the rules of all accounts.
  /// - Returns: How many rules were removed.
  @discardableResult
  public mutating func remove(_ place: Place, account: String? = nil) -> Int {
    let count = lines.count
    lines.removeAll { line in
      line.rule.map { $0.place == place && (account == nil || $0.account == account) } ?? false
    }
    return count - lines.count
  }

  /// The text of the file, with its comments and blank lines.
  public var text: String { lines.map { $0.text + "\n" }.joined() }
}
