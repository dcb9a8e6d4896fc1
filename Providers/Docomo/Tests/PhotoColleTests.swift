// SPDX-License-Identifier: Apache-2.0

import CoatcheckDocomo
import CoatcheckDocomoTesting
import TestKit

@Suite("PhotoColle")
struct PhotoColleTests {
  /// An album of five pictures and a film, one of them in the trash.
  static func fill(_ site: DocomoSite) {
    let photos = site.standIn.service.photos
    for number in 1...5 {
      let date = TestClock.start.addingTimeInterval(Double(number) * 60)
      var photo = DocomoPhoto(
        guid: "g\(number)", name: "\(number).jpg", bytes: Data(repeating: 1, count: number),
        thumbnail: Data([UInt8(number)]), at: date)
      photo.score = number
      photo.orientation = number == 1 ? 90 : nil
      photo.tags = [DocomoTag(kind: 5, guid: "month", name: "2023-11")]
      if number <= 2 {
        photo.tags.append(DocomoTag(kind: 1, guid: "anna", name: "Anna", birthDate: "2001-02-03"))
      }
      photo.isTrashed = number == 5
      photos.add(photo)
    }
    photos.add(
      DocomoPhoto(
        guid: "film", name: "film.mp4", kind: 2, mimeType: "video/mp4", bytes: Data("film".utf8),
        at: TestClock.start))
    photos.add(
      DocomoPhoto(guid: "hers", name: "hers.jpg", bytes: Data("x".utf8), at: TestClock.start),
      of: .bob)
  }

  static func with(
    _ rules: DocomoRules = DocomoRules(), _ body: (PhotoColle, DocomoSite) async throws -> Void
  ) async throws {
    let site = try await DocomoSite(rules)
    fill(site)
    try await body(site.photos(of: site.session()), site)
  }

  @Test("lists contents by type, place, age and order, in pages")
  func contents() async throws {
    try await Self.with { photos, site in
      let all = try await photos.contents(.image)
      #expect(all.items.map(\.guid) == ["g4", "g3", "g2", "g1"])
      #expect((all.count, all.start, all.next) == (4, 1, nil))
      let first = try #require(all.items.last)
      #expect((first.guid, first.name, first.fileType) == ("g1", "1.jpg", .image))
      #expect((first.length, first.isResizable) == (1, true))
      for date in [first.cameraDate, first.modified, first.uploaded] {
        #expect(date == TestClock.start.addingTimeInterval(60))
      }
      #expect(try await photos.contents(.image, in: .dustbox).items.map(\.guid) == ["g5"])
      #expect(try await photos.contents(.video).items.map(\.name) == ["film.mp4"])

      let part = try await photos.contents(
        .image, sortedBy: .uploadedAscending, page: .init(start: 2, max: 2))
      #expect(part.items.map(\.guid) == ["g2", "g3"])
      #expect((part.start, part.next) == (2, 4))
      let since = TestClock.start.addingTimeInterval(180)
      for filter in [PhotoColle.DateFilter.modified(since: since), .uploaded(since: since)] {
        #expect(
          try await photos.contents(.image, newerThan: filter).items.map(\.guid) == ["g4", "g3"])
      }
      #expect(site.standIn.received("/file_a2/2.0/ext/file_search/get_list").count == 6)
    }
  }

  @Test("sends exactly the documented request")
  func question() async throws {
    try await Self.with { photos, site in
      _ = try await photos.contents(
        .image, newerThan: .uploaded(since: TestClock.start), sortedBy: .modifiedAscending,
        page: .init(start: 1, max: 100))
      let request = try #require(
        site.standIn.received("/file_a2/2.0/ext/file_search/get_list").last)
      #expect(request.head.method == .post)
      #expect(request.head.headerFields[.contentType] == "application/json")
      #expect(
        try JSONObject(parsing: request.body) == [
          "projection": "3", "file_type_cd": 1, "dustbox_condition": 1,
          "min_date_upload": "2023-11-14T22:13:20Z", "max_results": 100, "start": 1,
          "sort_type": 4,
        ])
    }
  }

  @Test("lists contents by tags, with the requested amount of detail")
  func taggedContents() async throws {
    try await Self.with { photos, _ in
      let anna = PhotoColle.TagHead(.person, guid: "anna", name: "Anna")
      let list = try await photos.contents(.all, tagged: [anna], sortedBy: .scoreDescending)
      #expect(list.items.map(\.info.guid) == ["g2", "g1"])
      let one = try #require(list.items.last)
      #expect((one.ratio, one.score, one.orientation) == ("4:3", 1, 90))
      #expect(one.tags == [anna, .init(.yearMonth, guid: "month", name: "2023-11")])
      let both = try await photos.contents(
        .image, tagged: [anna, .init(.yearMonth, guid: "month")], telling: .detailsWithoutTags,
        page: .init(max: 1000))
      #expect(both.items.map(\.tags) == [[], []])
      let count = try await photos.contents(.all, tagged: [], telling: .count)
      #expect((count.count, count.start, count.items.count) == (5, nil, 0))
    }
  }

  @Test("lists tags with their number of contents")
  func tags() async throws {
    try await Self.with { photos, _ in
      let all = try await photos.tags()
      #expect(all.map(\.head.name) == ["Anna", "2023-11"])
      #expect(all.map(\.contentsCount) == [2, 5])
      #expect(all.map(\.birthDate) == ["2001-02-03", nil])
      let newest = TestClock.start.addingTimeInterval(180)
      let months = try await photos.tags(.yearMonth, on: .image, modifiedSince: newest)
      #expect(months.map(\.contentsCount) == [3])
    }
  }

  @Test("lists the deleted contents")
  func deletedContents() async throws {
    try await Self.with { photos, site in
      for number in 1...3 {
        site.standIn.service.photos.delete(
          "g\(number)", at: TestClock.start.addingTimeInterval(Double(number) * 10))
      }
      let all = try await photos.deletedContents(.image)
      #expect(all.items == ["g1", "g2", "g3"])
      let late = try await photos.deletedContents(
        .image, since: TestClock.start.addingTimeInterval(20), page: .init(start: 1, max: 1))
      #expect((late.items, late.next) == (["g2"], 2))
    }
  }

  @Test("returns a content as a stream, in its original size or smaller")
  func content() async throws {
    try await Self.with { photos, site in
      let long = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
      site.standIn.service.photos.add(
        DocomoPhoto(
          guid: "long", name: "long.mp4", kind: 2, mimeType: "video/mp4", bytes: long,
          at: TestClock.start))
      let content = try await photos.content("long", .video)
      #expect(content.mediaType == .mp4)
      #expect(content.length == 300_000)
      var received = Data()
      for try await chunk in content.body { received += chunk }
      #expect(received == long)
      let folder = try Folder()
      let saved = try await photos.content("long", .video).save(to: folder.path + "/film")
      #expect(saved == 300_000)
      #expect(folder.read("film") == Array(long))
      let small = try await photos.content("g3", .image, .resizedImage)
      #expect(try await small.body.collect() == Data([3]))
      let film = try await photos.content("film", .video, .resizedVideo)
      #expect(try await film.body.collect() == Data("film".utf8))
    }
  }

  @Test("returns thumbnails, and names the contents without one")
  func thumbnails() async throws {
    try await Self.with { photos, _ in
      let thumbnails = try await photos.thumbnails(of: ["g1", "missing", "g4"])
      #expect(thumbnails.found.map(\.guid) == ["g1", "g4"])
      #expect(thumbnails.found.map(\.bytes) == [Data([1]), Data([4])])
      #expect(thumbnails.missing == ["missing"])
    }
  }

  @Test("returns the free space, with or without the maximum")
  func capacity() async throws {
    var rules = DocomoRules()
    rules.space = 1000
    try await Self.with(rules) { photos, _ in
      let capacity = try await photos.capacity()
      #expect((capacity.maximum, capacity.free) == (1000, 981))
    }
    rules.reportsMaximumSpace = false
    try await Self.with(rules) { photos, _ in
      let capacity = try await photos.capacity()
      #expect((capacity.maximum, capacity.free) == (nil, 981))
    }
  }

  @Test("waits at most sixty seconds for a response")
  func deadline() async throws {
    let site = try await DocomoSite()
    Self.fill(site)
    let transport = NotingTransport()
    let session = try await site.client(transport: transport)
      .signIn(scopes: Scope.docomo, storedAs: "main")
    let photos = try PhotoColle(session, at: site.standIn.url)
    _ = try await photos.contents(.image)
    _ = try await photos.content("g1", .image)
    _ = try await photos.upload(.data(Data([1])), title: "a", as: .jpeg)
    let deadlines = transport.deadlines.filter { $0.path.hasPrefix("/file_a2") }
    #expect(deadlines.count == 3)
    #expect(deadlines.allSatisfy { $0.deadline == .seconds(60) })
  }

  @Test("requires https, except for a loopback address")
  func httpsOnly() async throws {
    let (site, session) = try await DocomoSite.signedIn()
    #expect(throws: OAuthError.self) { try PhotoColle(session, at: "http://photo.example") }
    _ = try PhotoColle(session, at: "https://photo.example/")
    #expect(PhotoColle.address == "https://xlb.photocolle-docomo.com")
    let photos = try PhotoColle(session, at: site.standIn.url + "//")
    _ = try await photos.capacity()
  }

  @Test("a token without the scope is refused by PhotoColle, and the session stays")
  func missingScope() async throws {
    let site = try await DocomoSite()
    let session = try await site.client().signIn(scopes: [.userid], storedAs: "main")
    let error = await site.capacityFailure(session)
    #expect(error == .http(status: 403, reasonPhrase: "Forbidden", body: Data()))
    #expect(try await session.accessToken().reveal().isEmpty == false)
  }
}
