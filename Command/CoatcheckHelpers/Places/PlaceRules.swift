// SPDX-License-Identifier: Apache-2.0

public import CoatcheckCommand

/// The user's list of places: a place that is not on it gets no credential.
public struct PlaceRules: Sendable {
  /// The lines of the file, with their rules; comments have none.
  private var lines: [(text: String, rule: PlaceRule?)] = []

  /// The rules, in the order of the file.
  public var rules: [PlaceRule] { lines.compactMap(\.rule) }

  /// No rules.
  public init() {}

  /// Reads the file's text.
  ///
  /// - Throws: A usage failure that names the line. A file with a mistake gives no credentials at all: which rule was
  ///   meant cannot be known.
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

  /// The rule for a place: of those that hold, the one with the longest path; of those, one that fits the wanted account or
  /// user, else the first.
  ///
  /// - Parameters:
  ///   - account: The account that the program was told to use; only its rules hold then.
  ///   - username: The user name that the program has already.
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

  /// Adds a rule, in the place of the one for the same place and account.
  public mutating func add(_ rule: PlaceRule) {
    remove(rule.place, account: rule.account)
    lines.append((rule.line, rule))
  }

  /// Removes the rules of exactly this place.
  ///
  /// - Parameter account: Only those of this account.
  /// - Returns: How many there were.
  @discardableResult
  public mutating func remove(_ place: Place, account: String? = nil) -> Int {
    let count = lines.count
    lines.removeAll { line in
      line.rule.map { $0.place == place && (account == nil || $0.account == account) } ?? false
    }
    return count - lines.count
  }

  /// The text of the file.
  public var text: String { lines.map { $0.text + "\n" }.joined() }
}
