// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckFoundation

/// The calls that return lists.
extension PhotoColle {
  /// Lists the contents of one type. The token needs the scope `PhotoGetContentsList`.
  ///
  /// - Parameters:
  ///   - type: The type of the contents; not ``FileType/all``.
  ///   - place: Whether contents of the album or of the trash are listed.
  ///   - filter: The earliest time of a change or an upload; nil for contents of any age.
  ///   - order: The order of the list; not ``SortOrder/scoreDescending``.
  ///   - page: The part of the list, 1 to 100 contents.
  /// - Throws: ``PhotoColleError/session(_:)`` with `misused` naming `file_type_cd`, `sort_type`,
  ///   `max_results` or `start` for an invalid argument, before anything is sent;
  ///   ``PhotoColleError/application(_:parameter:value:)`` with ``PhotoColleCode/noResults`` when no
  ///   content matches. The other errors are those of every call: see ``PhotoColle``.
  public func contents(
    _ type: FileType, in place: Place = .album, newerThan filter: DateFilter? = nil,
    sortedBy order: SortOrder = .createdDescending, page: Page = .first
  ) async throws(PhotoColleError) -> List<ContentInfo> {
    var question: JSONObject = ["projection": "3"]
    try Self.put(type, allowingAll: false, in: &question)
    guard order != .scoreDescending else {
      throw .misused("sort_type", "This list cannot be sorted by the score.")
    }
    question["dustbox_condition"] = .number(JSONNumber(place.rawValue))
    Self.put(filter, in: &question)
    try Self.put(page, maximum: 100, in: &question)
    question["sort_type"] = .number(JSONNumber(order.rawValue))
    let answer = try await answer(to: question, at: "/file_a2/2.0/ext/file_search/get_list")
    var items: [ContentInfo] = []
    for entry in try answer.objects("content_list") { items.append(try entry.contentInfo()) }
    return try answer.list(of: items)
  }

  /// Lists the contents that have certain tags, with all their tags. The token needs the scope
  /// `PhotoGetGroupInfo`.
  ///
  /// - Parameters:
  ///   - type: The type of the contents.
  ///   - tags: The tags that each content has, at most five; empty for contents with any tags or without
  ///     tags.
  ///   - projection: How much of each content is returned.
  ///   - place: Whether contents of the album or of the trash are listed.
  ///   - filter: The earliest time of a change or an upload; nil for contents of any age.
  ///   - order: The order of the list.
  ///   - page: The part of the list, 1 to 1000 contents.
  /// - Throws: ``PhotoColleError/session(_:)`` with `misused` naming `criteria`, `criteria_…_guid`,
  ///   `max_results` or `start` for an invalid argument, before anything is sent;
  ///   ``PhotoColleError/application(_:parameter:value:)`` with ``PhotoColleCode/noResults`` when no
  ///   content matches. The other errors are those of every call: see ``PhotoColle``.
  public func contents(
    _ type: FileType, tagged tags: [TagHead], telling projection: Projection = .details,
    in place: Place = .album, newerThan filter: DateFilter? = nil,
    sortedBy order: SortOrder = .createdDescending, page: Page = .first
  ) async throws(PhotoColleError) -> List<DetailedContentInfo> {
    var question: JSONObject = ["projection": .string("\(projection.rawValue)")]
    try Self.put(type, allowingAll: true, in: &question)
    guard tags.count <= 5 else {
      throw .misused("criteria", "Contents can be looked for by five tags at most.")
    }
    for (index, tag) in tags.enumerated() {
      guard (1...47).contains(tag.guid.count) else {
        throw .misused(
          "criteria_\(index + 1)_guid", "The identifier of a tag has 1 to 47 characters.")
      }
      question["criteria_\(index + 1)_tag_type"] = .number(JSONNumber(tag.type.rawValue))
      question["criteria_\(index + 1)_guid"] = .string(tag.guid)
    }
    question["dustbox_condition"] = .number(JSONNumber(place.rawValue))
    Self.put(filter, in: &question)
    try Self.put(page, maximum: 1000, in: &question)
    question["sort_type"] = .number(JSONNumber(order.rawValue))
    let answer = try await answer(to: question, at: "/file_a2/2.0/ext/file_search/get_detail")
    var items: [DetailedContentInfo] = []
    for entry in try answer.objects("content_list") {
      items.append(try entry.detailedContentInfo())
    }
    return try answer.list(of: items, countAlone: projection == .count)
  }

  /// Lists the tags, and the number of contents that have each. The token needs the scope
  /// `PhotoGetGroupInfo`.
  ///
  /// - Parameters:
  ///   - category: The type of the tags; nil for all types.
  ///   - type: The type of the contents that are counted.
  ///   - modified: The earliest time of the last change of a content; nil for contents of any age.
  /// - Throws: ``PhotoColleError/application(_:parameter:value:)`` with ``PhotoColleCode/noResults`` when
  ///   there is no such tag. The other errors are those of every call: see ``PhotoColle``.
  public func tags(
    _ category: TagType? = nil, on type: FileType = .all, modifiedSince modified: Date? = nil
  ) async throws(PhotoColleError) -> [Tag] {
    var question: JSONObject = ["category": .number(JSONNumber(category?.rawValue ?? 0))]
    try Self.put(type, allowingAll: true, in: &question)
    if let modified { question["min_date_modified"] = .string(PhotoColleDate.text(modified)) }
    let answer = try await answer(to: question, at: "/file_a2/2.0/ext/tag_info/get_all")
    var tags: [Tag] = []
    for (head, entry) in try answer.tags() { tags.append(try entry.tag(head)) }
    return tags
  }

  /// Lists the identifiers of contents that were deleted. The token needs the scope
  /// `PhotoGetContentsList`.
  ///
  /// - Parameters:
  ///   - type: The type of the contents; not ``FileType/all``.
  ///   - deleted: The earliest time of the deletion; nil for all deletions.
  ///   - page: The part of the list, 1 to 100 contents.
  /// - Throws: ``PhotoColleError/session(_:)`` with `misused` naming `file_type_cd`, `max_results` or
  ///   `start` for an invalid argument, before anything is sent;
  ///   ``PhotoColleError/application(_:parameter:value:)`` with ``PhotoColleCode/noResults`` when no
  ///   content was deleted. The other errors are those of every call: see ``PhotoColle``.
  public func deletedContents(
    _ type: FileType, since deleted: Date? = nil, page: Page = .first
  ) async throws(PhotoColleError) -> List<String> {
    var question = JSONObject()
    try Self.put(type, allowingAll: false, in: &question)
    if let deleted { question["min_date_deleted"] = .string(PhotoColleDate.text(deleted)) }
    try Self.put(page, maximum: 100, in: &question)
    let answer = try await answer(to: question, at: "/file_a2/2.0/ext/content/get_delete_history")
    return try answer.list(of: try answer.texts("content_list", upTo: 50))
  }

  static func put(
    _ type: FileType, allowingAll: Bool, in question: inout JSONObject
  ) throws(PhotoColleError) {
    guard allowingAll || type != .all else {
      throw .misused("file_type_cd", "One type has to be named here.")
    }
    question["file_type_cd"] = .number(JSONNumber(type.rawValue))
  }

  private static func put(_ filter: DateFilter?, in question: inout JSONObject) {
    switch filter {
    case .modified(let date): question["min_date_modified"] = .string(PhotoColleDate.text(date))
    case .uploaded(let date): question["min_date_upload"] = .string(PhotoColleDate.text(date))
    case nil: break
    }
  }

  private static func put(
    _ page: Page, maximum: Int, in question: inout JSONObject
  ) throws(PhotoColleError) {
    if let max = page.max {
      guard (1...maximum).contains(max) else {
        throw .misused("max_results", "A part of this list has 1 to \(maximum) entries.")
      }
      question["max_results"] = .number(JSONNumber(max))
    }
    if let start = page.start {
      guard start >= 1 else { throw .misused("start", "The first entry has the number 1.") }
      question["start"] = .number(JSONNumber(start))
    }
  }
}
