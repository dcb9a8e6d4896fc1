// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// Stores interactions in the browser, each in one sealed cookie.
struct InteractionCookies: Sendable {
  private static let prefix = "coatcheck_i_"
  /// The maximum length of a value. Browsers accept at least 4096 bytes per cookie, with name and
  /// attributes.
  private static let maximumValue = 3800
  /// The maximum number of interactions in one browser.
  private static let maximumCount = 8

  let rules: CookieRules
  let sealer: Sealer
  let lifetime: TimeInterval
  let environment: RuntimeEnvironment

  /// The `Set-Cookie` values that store an interaction, and remove those beyond the maximum.
  ///
  /// - Returns: Nil when the interaction is too long for a cookie.
  func keep(_ interaction: Interaction, replacing head: HTTPRequest) -> [String]? {
    guard
      let sealed = try? sealer.seal(
        interaction.json.serialized(), for: .interaction, context: interaction.id)
    else { return nil }
    let value = Base64URL.encode(sealed)
    guard value.utf8.count <= Self.maximumValue else { return nil }
    let name = Self.prefix + interaction.id
    return surplus(besides: name, in: head).map(rules.removing)
      + [rules.setting(name, to: value, age: Int(lifetime))]
  }

  /// Reads the interaction of a request from its cookie.
  ///
  /// - Returns: Nil when there is no such cookie, it was modified, or the interaction has expired.
  func read(_ id: String, in head: HTTPRequest) -> Interaction? {
    guard let value = rules.value(Self.prefix + id, in: head),
      let sealed = try? Base64URL.decode(value),
      let bytes = sealer.open(sealed, for: .interaction, context: id),
      let json = try? JSONObject(parsing: bytes), let interaction = Interaction(json: json),
      environment.now().timeIntervalSince(interaction.startedAt) < lifetime
    else { return nil }
    return interaction
  }

  /// The `Set-Cookie` value that removes an interaction.
  func forget(_ interaction: Interaction) -> String {
    rules.removing(Self.prefix + interaction.id)
  }

  /// The names of the oldest interactions beyond the maximum count. Unreadable ones count as the oldest.
  private func surplus(besides kept: String, in head: HTTPRequest) -> [String] {
    let others = rules.names(beginning: Self.prefix, in: head).filter { $0 != kept }
    let aged = others.map { name in
      (name, read(String(name.dropFirst(Self.prefix.count)), in: head)?.startedAt ?? .distantPast)
    }
    let excess = max(0, others.count - (Self.maximumCount - 1))
    return aged.sorted { $0.1 < $1.1 }.prefix(excess).map(\.0)
  }
}
