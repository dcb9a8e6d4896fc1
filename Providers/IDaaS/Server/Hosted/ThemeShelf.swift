// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// The themes by which administrators have replaced the configured ones.
///
/// Each application has two places. A new theme is written to the place that is not in use, with the next
/// number; the place with the higher number is in use. So there is a valid theme at any time, even when
/// the program ends in between.
struct ThemeShelf: Sendable {
  let store: any IDaaSStore

  private struct Kept {
    let place: Int
    let number: Int
    let theme: JSONObject
  }

  /// The stored theme of an application; nil while no administrator has replaced the configured one.
  func theme(of clientID: String, at now: Date) async throws -> PageTheme? {
    guard let kept = try await newest(clientID, now) else { return nil }
    return try PageTheme(json: kept.theme)
  }

  /// Replaces the theme of an application.
  ///
  /// - Throws: `busy` when a concurrent request replaces it.
  func replace(_ theme: PageTheme, of clientID: String, at now: Date) async throws {
    let newest = try await newest(clientID, now)
    let place = newest.map { 1 - $0.place } ?? 0
    let digest = digest(clientID, place)
    _ = try await store.take(.theme, digest, at: now)
    let content: JSONObject = [
      "number": .number(JSONNumber((newest?.number ?? 0) + 1)), "theme": .object(theme.json),
    ]
    do throws(StoreError) {
      try await store.keep(
        OneTimeRecord(kind: .theme, digest: digest, content: content, expiresAt: Self.never))
    } catch {
      if error.code == .invalidRecord { throw Refusal(.busy) }
      throw error
    }
  }

  private func newest(_ clientID: String, _ now: Date) async throws -> Kept? {
    var newest: Kept?
    for place in 0...1 {
      guard let record = try await store.record(.theme, digest(clientID, place), at: now),
        let number = record.content["number"]?.intValue,
        let theme = record.content["theme"]?.objectValue
      else { continue }
      if number > newest?.number ?? 0 { newest = Kept(place: place, number: number, theme: theme) }
    }
    return newest
  }

  private func digest(_ clientID: String, _ place: Int) -> TokenDigest {
    TokenDigest(of: Secret("theme \(place) \(clientID)"))
  }

  /// The end of the year 9999.
  private static let never = Date(timeIntervalSince1970: 253_402_300_799)
}

extension OneTimeRecord.Kind {
  /// A theme that an administrator has stored.
  static let theme = OneTimeRecord.Kind(rawValue: "theme")
}

extension IDaaSServer {
  /// The theme of an application's pages. "Built-in default ← tenant ← this call": what a later one sets
  /// wins. The words are the tenant's: see ``TenantApplication/Words``.
  func theme(of application: TenantApplication, call: PageTheme?) async throws -> PageTheme {
    let shelf = ThemeShelf(store: store)
    let changed = try await shelf.theme(of: application.id, at: environment.now())
    let tenant = changed ?? application.theme ?? PageTheme()
    return call?.worded(over: tenant, admitting: application.words.admits).over(tenant) ?? tenant
  }

  func theme(of visit: HostedVisit) async throws -> PageTheme {
    try await theme(
      of: visit.application, call: visit.flow.theme.flatMap { try? PageTheme(json: $0) })
  }
}
