// SPDX-License-Identifier: Apache-2.0
import CoatcheckDocomo
import TestKit

/// The limits of the arguments.
extension PhotoColleTests {
  struct Limit: Sendable, CustomTestStringConvertible {
    let name: String
    let parameter: String
    let call: @Sendable (PhotoColle) async throws -> Void
    var testDescription: String { name }
  }

  static let limits = [
    Limit(name: "a list of all types", parameter: "file_type_cd") {
      _ = try await $0.contents(.all)
    },
    Limit(name: "a list by score", parameter: "sort_type") {
      _ = try await $0.contents(.image, sortedBy: .scoreDescending)
    },
    Limit(name: "a page of 0 entries", parameter: "max_results") {
      _ = try await $0.contents(.image, page: .init(max: 0))
    },
    Limit(name: "a page of 101 entries", parameter: "max_results") {
      _ = try await $0.contents(.image, page: .init(max: 101))
    },
    Limit(name: "a page from position 0", parameter: "start") {
      _ = try await $0.contents(.image, page: .init(start: 0))
    },
    Limit(name: "six tags", parameter: "criteria") {
      let tags = (1...6).map { PhotoColle.TagHead(.event, guid: "\($0)") }
      _ = try await $0.contents(.image, tagged: tags)
    },
    Limit(name: "a tag without an identifier", parameter: "criteria_1_guid") {
      _ = try await $0.contents(.image, tagged: [.init(.event, guid: "")])
    },
    Limit(name: "a page of 1001 tagged contents", parameter: "max_results") {
      _ = try await $0.contents(.image, tagged: [], page: .init(max: 1001))
    },
    Limit(name: "deletions of all types", parameter: "file_type_cd") {
      _ = try await $0.deletedContents(.all)
    },
    Limit(name: "101 deletions", parameter: "max_results") {
      _ = try await $0.deletedContents(.image, page: .init(max: 101))
    },
    Limit(name: "a content of any type", parameter: "file_type_cd") {
      _ = try await $0.content("g1", .all)
    },
    Limit(name: "a content without an identifier", parameter: "content_guid") {
      _ = try await $0.content("", .image)
    },
    Limit(name: "an identifier of 51 characters", parameter: "content_guid") {
      _ = try await $0.content(String(repeating: "x", count: 51), .image)
    },
    Limit(name: "a film as a smaller picture", parameter: "resize_type_cd") {
      _ = try await $0.content("film", .video, .resizedImage)
    },
    Limit(name: "no thumbnails", parameter: "content_info_list") {
      _ = try await $0.thumbnails(of: [])
    },
    Limit(name: "31 thumbnails", parameter: "content_info_list") {
      _ = try await $0.thumbnails(of: (1...31).map { "g\($0)" })
    },
  ]

  @Test("an argument out of its limits is an error before any request", arguments: limits)
  func limit(_ row: Limit) async throws {
    try await Self.with { photos, site in
      let before = site.standIn.all.count
      let error = await failure(PhotoColleError.self) { try await row.call(photos) }
      guard case .session(let cause)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(cause.outcome == .misused)
      #expect(cause.parameter == row.parameter)
      #expect(error.flatMap { DocomoErrorDomain($0) } == nil)
      #expect(site.standIn.all.count == before)
    }
  }
}
