// SPDX-License-Identifier: Apache-2.0

extension AdministrationField {
  /// The longest text that names something.
  static let identifier = 1...255

  /// The key of the page before, of all lists.
  static let after = AdministrationField(
    "after", .text(1...2_048), "The `next` of the page before; absent for the first page.")
  /// The length of a page, of all lists.
  static let limit = AdministrationField(
    "limit", .number(1...500), "How many entries a page has at most; 100 unless given.")
  /// Which standing.
  static let disabled = AdministrationField(
    "disabled", .flag, "Only entries that are disabled, or only others.")
  /// A count besides the page.
  static let count = AdministrationField(
    "count", .flag, "Whether `total` says how many there are.")
  /// A search.
  static let search = AdministrationField(
    "search", .text(1...255), "A text to search for, by its letters; A to Z count as a to z.")
  /// A user, by identifier.
  static let user = AdministrationField("user", .text(identifier), "The identifier of a user.")
  /// A client, by identifier.
  static let client = AdministrationField(
    "client", .text(1...2_048), "The identifier of a client.")
}

extension AdministrationRequest {
  /// The length of a page.
  var limit: Int { number("limit") ?? 100 }
}
