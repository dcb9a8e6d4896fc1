// SPDX-License-Identifier: Apache-2.0

import CoatcheckDocomo
import TestKit

@Suite("A response of PhotoColle")
struct PhotoColleAnswerTests {
  @Test("a month without a name is accepted")
  func namelessMonth() async throws {
    try await PhotoColleTests.with { photos, site in
      site.standIn.answer(
        "/file_a2/2.0/ext/tag_info/get_all",
        with: .standIn(
          json: [
            "result": "0",
            "month_info_list": [["month_tag_guid": "m", "month_tag_name": "", "content_cnt": "7"]],
          ]))
      let tags = try await photos.tags()
      #expect(tags.map(\.head) == [.init(.yearMonth, guid: "m", name: "")])
      #expect(tags.map(\.contentsCount) == [7])
    }
  }

  @Test("an error response has its code, the parameter and its value")
  func refusals() async throws {
    try await PhotoColleTests.with { photos, site in
      let none = await failure(PhotoColleError.self) { try await photos.contents(.slideMovie) }
      #expect(none == .application(.noResults, parameter: nil, value: nil))
      let missing = await failure(PhotoColleError.self) { try await photos.content("hers", .image) }
      #expect(missing == .application(.targetNotFound, parameter: nil, value: nil))
      #expect(
        await failure(PhotoColleError.self) {
          try await photos.thumbnails(of: ["missing"])
        } == missing)
      site.standIn.answer(
        DocomoSite.capacity,
        with: .standIn(
          json: [
            "result": 1, "err_cd": 100, "param_name": "max_results", "param_value": "x",
          ]))
      let error = await failure(PhotoColleError.self) { try await photos.capacity() }
      #expect(error == .application(.parameter, parameter: "max_results", value: "x"))
      #expect(error.flatMap { DocomoErrorDomain($0) } == .applicationLayer)
      #expect(error.map { "\($0)" } == "PhotoColle refused (100) [parameter max_results]")
    }
  }

  static let codes: [(PhotoColleCode, Int)] = [
    (.parameter, 100), (.targetNotFound, 101), (.timeout, 110), (.noResults, 113), (.server, 900),
    (.duplicated, 1101), (.capacityOver, 1102), (.freeSpaceUnavailable, 1103),
    (.maximumSpaceUnavailable, 1104), (.contentsNotFound, 1105), (.mandatoryMissing, 1110),
    (.sizeUnmatched, 1111), (.typeUnmatched, 1112), (.valueInvalid, 1113),
  ]

  @Test("the codes have their numbers, and unknown codes are kept", arguments: codes)
  func code(_ code: PhotoColleCode, _ number: Int) async throws {
    try await PhotoColleTests.with { photos, site in
      for (number, code) in [(number, code), (4711, PhotoColleCode(rawValue: 4711))] {
        site.standIn.answer(
          DocomoSite.capacity,
          with: .standIn(json: ["result": "1", "err_cd": .string("\(number)")]))
        #expect(
          await failure(PhotoColleError.self) { try await photos.capacity() }
            == .application(code, parameter: nil, value: nil))
      }
    }
  }

  struct Unreadable: Sendable, CustomTestStringConvertible {
    let name: String
    let body: String
    let member: String
    var testDescription: String { name }
  }

  static let answers = [
    Unreadable(name: "no JSON", body: "<html>", member: "body"),
    Unreadable(name: "no result", body: "{}", member: "result"),
    Unreadable(name: "a result of 2", body: #"{"result": 2}"#, member: "result"),
    Unreadable(name: "no free space in it", body: #"{"result": "0"}"#, member: "free_space"),
    Unreadable(
      name: "free space that is not a number", body: #"{"result": "0", "free_space": "much"}"#,
      member: "free_space"),
    Unreadable(name: "an error without a code", body: #"{"result": 1}"#, member: "err_cd"),
    Unreadable(
      name: "a list of errors that is a number", body: #"{"result": 1, "err_list": 3}"#,
      member: "err_list"),
  ]

  @Test("the error for a malformed response names the member", arguments: answers)
  func unreadable(_ row: Unreadable) async throws {
    try await PhotoColleTests.with { photos, site in
      site.standIn.answer(
        DocomoSite.capacity, with: .standIn(.ok, text: row.body, type: "application/json"))
      let error = await failure(PhotoColleError.self) { try await photos.capacity() }
      #expect(error == .unreadable(member: row.member))
      #expect(error.flatMap { DocomoErrorDomain($0) } == .responseBodyParse)
    }
  }

  @Test("another status is an error with its reason phrase and the body, which is not printed")
  func httpError() async throws {
    try await PhotoColleTests.with { photos, site in
      site.standIn.answer(
        "/file_a2/2.0/ext/content/get", with: .standIn(.notFound, text: "secret text"))
      let error = await failure(PhotoColleError.self) { try await photos.content("g1", .image) }
      #expect(
        error
          == .http(status: 404, reasonPhrase: "Not Found", body: Data("secret text".utf8)))
      #expect(error.map { "\($0)" } == "PhotoColle answered with the status 404.")
      #expect(error.flatMap { DocomoErrorDomain($0) } == .http)
    }
  }

  @Test("a content of an unexpected type, or a success without a content, is unreadable")
  func unexpectedContent() async throws {
    try await PhotoColleTests.with { photos, site in
      for (type, member) in [("application/json", "result"), ("text/plain", "body")] {
        let body = member == "body" ? "hello" : #"{"result": 0}"#
        site.standIn.answer(
          "/file_a2/2.0/ext/content/get", with: .standIn(.ok, text: body, type: type))
        #expect(
          await failure(PhotoColleError.self) { try await photos.content("g1", .image) }
            == .unreadable(member: member))
      }
    }
  }
}
