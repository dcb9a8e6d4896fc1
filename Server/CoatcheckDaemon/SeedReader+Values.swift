// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// Readers for kinds of values that several members have.
extension SeedReader {
  /// A whole number within bounds.
  func number(_ name: String, in bounds: ClosedRange<Int>) throws -> Int? {
    guard let value = value(name) else { return nil }
    guard let number = value.intValue, bounds.contains(number) else {
      throw error(name, "must be a number from \(bounds.lowerBound) to \(bounds.upperBound)")
    }
    return number
  }

  /// One of some words.
  func choice<Choice>(_ name: String, _ choices: KeyValuePairs<String, Choice>) throws -> Choice? {
    guard let text = try optionalString(name) else { return nil }
    guard let choice = choices.first(where: { $0.key.isExactly(text) }) else {
      throw error(name, "must be \(choices.map(\.key).joined(separator: " or "))")
    }
    return choice.value
  }

  /// Whether something is `required`; `optional` when nothing is said.
  func need(_ name: String) throws -> Bool {
    try choice(name, ["optional": false, "required": true]) ?? false
  }

  /// A signature algorithm, by its registered name.
  func algorithm(
    _ name: String, among known: [SignatureAlgorithm]
  ) throws -> SignatureAlgorithm? {
    guard let text = try optionalString(name) else { return nil }
    guard let algorithm = known.first(where: { $0.rawValue.isExactly(text) }) else {
      throw error(name, "must be \(known.map(\.rawValue).joined(separator: " or "))")
    }
    return algorithm
  }

  /// A list of texts, each not empty; an empty list without the member.
  func names(_ name: String) throws -> [String] {
    let texts = try strings(name) ?? []
    guard !texts.contains("") else { throw error(name, "must have no empty texts") }
    return texts
  }

  /// A list of addresses that a browser may be redirected to; an empty list without the member.
  func uris(_ name: String) throws -> [String] {
    let uris = try strings(name) ?? []
    guard uris.allSatisfy(Self.isRedirect) else {
      throw error(
        name, "must be absolute URIs without a fragment, with http for this machine only")
    }
    return uris
  }

  /// An https or http address without a fragment; nil without the member.
  func webAddress(_ name: String) throws -> String? {
    guard let text = try optionalString(name) else { return nil }
    guard let parts = URIParts(text), parts.isWeb, parts.fragment == nil else {
      throw error(name, "must be an https or http address without a fragment")
    }
    return text
  }

  /// A moment, as `2027-01-31T00:00:00Z`.
  func moment(_ name: String) throws -> Date {
    guard let date = try? Date(string(name), strategy: .iso8601) else {
      throw error(name, "must be a time like 2027-01-31T00:00:00Z")
    }
    return date
  }

  /// Schemes with which a browser would run script or open files.
  private static let forbiddenSchemes = [
    "javascript", "data", "vbscript", "file", "about", "blob",
  ]

  private static func isRedirect(_ text: String) -> Bool {
    guard let parts = URIParts(text), parts.fragment == nil else { return false }
    // A code that is sent by http to another machine can be read on the way.
    if parts.scheme == "http" { return parts.authority?.isLoopback == true }
    return !forbiddenSchemes.contains(parts.scheme)
  }
}
