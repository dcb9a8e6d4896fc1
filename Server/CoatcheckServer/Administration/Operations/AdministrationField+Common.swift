// SPDX-License-Identifier: Apache-2.0

extension AdministrationField {
  /// The length of identifiers, in characters.
  static let identifier = 1...255

  /// The parameter of all lists that continues after the page before.
  static let after = AdministrationField(
    "after", .text(1...2_048), "The `next` of the page before; absent for the first page.")
  /// The parameter of all lists for the length of a page.
  static let limit = AdministrationField(
    "limit", .number(1...500), "How many entries a page has at most; 100 unless given.")
  /// The parameter that filters by standing.
  static let disabled = AdministrationField(
    "disabled", .flag, "Only entries that are disabled, or only others.")
  /// The parameter that requests the total count.
  static let count = AdministrationField(
    "count", .flag, "Whether `total` says how many there are.")
  /// The parameter that searches.
  static let search = AdministrationField(
    "search", .text(1...255), "A text to search for, by its letters; A to Z count as a to z.")
  /// The parameter that filters by user.
  static let user = AdministrationField("user", .text(identifier), "The identifier of a user.")
  /// The parameter that filters by client.
  static let client = AdministrationField(
    "client", .text(1...2_048), "The identifier of a client.")
}

extension AdministrationRequest {
  /// The requested length of a page.
  var limit: Int { number("limit") ?? 100 }
}
