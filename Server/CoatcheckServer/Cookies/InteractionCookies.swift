// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// Keeps interactions in the browser: one sealed cookie each.
struct InteractionCookies: Sendable {
  private static let prefix = "coatcheck_i_"
  /// Browsers keep at least 4096 bytes per cookie, name and attributes included.
  private static let maximumValue = 3800
  /// How many sign-ins one browser may have open.
  private static let maximumCount = 8

  let rules: CookieRules
  let sealer: Sealer
  let lifetime: TimeInterval
  let environment: RuntimeEnvironment

  /// The `Set-Cookie` values that keep an interaction.
  ///
  /// - Returns: Nil when the request is too long for a cookie.
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

  /// The interaction a request belongs to.
  ///
  /// - Returns: Nil when the browser does not hold it, when it is changed, or too old.
  func read(_ id: String, in head: HTTPRequest) -> Interaction? {
    guard let value = rules.value(Self.prefix + id, in: head),
      let sealed = try? Base64URL.decode(value),
      let bytes = sealer.open(sealed, for: .interaction, context: id),
      let json = try? JSONObject(parsing: bytes), let interaction = Interaction(json: json),
      environment.now().timeIntervalSince(interaction.startedAt) < lifetime
    else { return nil }
    return interaction
  }

  /// The `Set-Cookie` value that forgets an interaction.
  func forget(_ interaction: Interaction) -> String {
    rules.removing(Self.prefix + interaction.id)
  }

  /// The oldest interactions beyond the maximum count, and those that cannot be read.
  private func surplus(besides kept: String, in head: HTTPRequest) -> [String] {
    let others = rules.names(beginning: Self.prefix, in: head).filter { $0 != kept }
    let aged = others.map { name in
      (name, read(String(name.dropFirst(Self.prefix.count)), in: head)?.startedAt ?? .distantPast)
    }
    let excess = max(0, others.count - (Self.maximumCount - 1))
    return aged.sorted { $0.1 < $1.1 }.prefix(excess).map(\.0)
  }
}
