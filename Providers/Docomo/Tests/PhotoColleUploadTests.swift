// SPDX-License-Identifier: Apache-2.0

import CoatcheckDocomo
import CoatcheckDocomoTesting
import TestKit

@Suite("An upload to PhotoColle")
struct PhotoColleUploadTests {
  private let site: DocomoSite
  private let folder: Folder

  init() async throws {
    site = try await DocomoSite()
    folder = try Folder()
  }

  private static let path = "/file_a2/1.0/docomo/create"

  /// A sparse file of this length.
  private func emptyFile(of length: Int) throws -> String {
    let path = folder.path + "/long"
    try folder.write("long", [])
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.truncate(atOffset: UInt64(length))
    try file.close()
    return path
  }

  @Test("of a file arrives whole, in the documented parts, and reports its progress")
  func file() async throws {
    let bytes = (0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try folder.write("film", bytes)
    let told = Mutex<[TransferProgress]>([])
    let photos = try site.photos(of: await site.session())
    let id = try await photos.upload(
      .file(path: folder.path + "/film"), title: "夏 \"1\".mp4", as: .mp4
    ) { progress in told.withLock { $0.append(progress) } }

    let stored = try #require(site.standIn.service.photos.all().first)
    #expect(stored.guid == id)
    #expect((stored.kind, stored.mimeType) == (2, "video/mp4"))
    #expect(stored.name == "夏 \"1\".mp4")
    #expect(stored.bytes == Data(bytes))
    let request = try #require(site.standIn.received(Self.path).first)
    let type = request.head.headerFields[.contentType] ?? ""
    let names = try MultipartParts(request.body, type: type).parts.map(\.name)
    #expect(names == ["type", "title", "size", "mime_type", "file"])

    let sent = told.withLock { $0 }.filter { $0.direction == .upload }
    let total = try #require(sent.last?.total)
    #expect(sent.last?.bytes == total)
    #expect(sent.count > 4)
    #expect(sent.map(\.bytes) == sent.map(\.bytes).sorted())
    #expect(Int(total) == site.standIn.received(Self.path).first?.body.count)
    let content = try await photos.content(id, .video)
    #expect(try await content.body.collect() == Data(bytes))
  }

  @Test("of bytes arrives whole", arguments: PhotoColle.MediaType.allCases)
  func bytes(_ type: PhotoColle.MediaType) async throws {
    let (site, session) = try await DocomoSite.signedIn()
    let photos = try site.photos(of: session)
    _ = try await photos.upload(.data(Data([1, 2, 3])), title: "a", as: type)
    let stored = try #require(site.standIn.service.photos.all().first)
    #expect(stored.kind == (type.isImage ? 1 : 2))
    #expect(stored.bytes == Data([1, 2, 3]))
  }

  struct Limit: Sendable, CustomTestStringConvertible {
    let name: String
    let parameter: String
    let length: Int
    var title = "a"
    var type = PhotoColle.MediaType.jpeg
    var testDescription: String { name }
  }

  static let limits = [
    Limit(name: "no title", parameter: "title", length: 1, title: ""),
    Limit(
      name: "a title of 256 characters", parameter: "title", length: 1,
      title: String(repeating: "x", count: 256)),
    Limit(name: "nothing", parameter: "size", length: 0),
    Limit(name: "a picture of 30 MiB and a byte", parameter: "size", length: 30 << 20 + 1),
    Limit(name: "a picture of 35 MiB", parameter: "size", length: 35 << 20, type: .pjpeg),
    Limit(name: "a film of more than 100 MiB", parameter: "size", length: 101 << 20, type: .mp4),
  ]

  @Test("out of its limits is refused before any request", arguments: limits)
  func limit(_ row: Limit) async throws {
    let path = try emptyFile(of: row.length)
    let photos = try site.photos(of: await site.session())
    let error = await failure(PhotoColleError.self) {
      try await photos.upload(.file(path: path), title: row.title, as: row.type)
    }
    guard case .session(let cause)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(cause == .misused(row.parameter, ""))
    #expect(cause.parameter == row.parameter)
    #expect(site.count(Self.path) == 0)
  }

  @Test("of a missing file is refused before any request")
  func missingFile() async throws {
    let photos = try site.photos(of: await site.session())
    let error = await failure(PhotoColleError.self) {
      try await photos.upload(.file(path: folder.path + "/none"), title: "a", as: .jpeg)
    }
    #expect(error == .session(.misused("body", "")))
    #expect(site.count(Self.path) == 0)
  }

  @Test(
    "of a film of 35 MiB is accepted, and the stand-in refuses the same bytes as a picture"
  )
  func thirtyFiveMiB() async throws {
    let path = try emptyFile(of: 35 << 20)
    let session = try await site.session()
    _ = try await site.photos(of: session).upload(.file(path: path), title: "film", as: .mpeg)
    #expect(site.standIn.service.photos.all().first?.bytes.count == 35 << 20)

    let request = try HTTPRequest(.post, at: site.standIn.url + Self.path)
    let form = try RequestBody.multipart([
      .text(name: "type", value: "Image"), .text(name: "title", value: "a"),
      .text(name: "size", value: "\(35 << 20)"), .text(name: "mime_type", value: "image/jpeg"),
      .file(name: "file", path: path),
    ])
    let response = try await AuthorizedTransport(session).open(
      request, body: form, limit: .unlimited)
    let json = try JSONObject(parsing: await response.body.collect())
    #expect(json["result"] == "1")
    #expect(json["err_list"] == [["err_cd": "1111", "err_item": "file"]])
    #expect(site.standIn.service.photos.all().count == 1)
  }

  @Test("that PhotoColle refuses has the reason: a duplicate, or no space")
  func refused() async throws {
    var rules = DocomoRules()
    rules.space = 10
    let (site, session) = try await DocomoSite.signedIn(rules)
    let photos = try site.photos(of: session)
    let picture = PhotoColle.UploadSource.data(Data(repeating: 7, count: 8))
    _ = try await photos.upload(picture, title: "a", as: .jpeg)
    let twice = await failure(PhotoColleError.self) {
      try await photos.upload(picture, title: "a", as: .jpeg)
    }
    #expect(twice == .upload([.init(code: .duplicated, item: "file")]))
    #expect(twice.flatMap { DocomoErrorDomain($0) } == .upload)
    #expect(twice.map { "\($0)" } == "PhotoColle refused the upload: file (1101)")
    let full = await failure(PhotoColleError.self) {
      try await photos.upload(picture, title: "b", as: .jpeg)
    }
    #expect(full == .upload([.init(code: .capacityOver, item: "file")]))
  }

  @Test("that is refused for several reasons names them all")
  func severalReasons() async throws {
    let (site, session) = try await DocomoSite.signedIn()
    let photos = try site.photos(of: session)
    site.standIn.answer(
      Self.path,
      with: .standIn(
        json: [
          "result": "1",
          "err_list": [
            ["err_cd": "1110", "err_item": "title"], ["err_cd": 1112, "err_item": "size"],
          ],
        ]))
    let error = await failure(PhotoColleError.self) {
      try await photos.upload(.data(Data([1])), title: "a", as: .jpeg)
    }
    #expect(
      error
        == .upload([
          .init(code: .mandatoryMissing, item: "title"),
          .init(code: .typeUnmatched, item: "size"),
        ]))
  }

  @Test("is sent once: a rejected token is an error, and it is not sent again")
  func rejected() async throws {
    let (site, session) = try await DocomoSite.signedIn()
    site.standIn.service.revokeAll()
    let error = await failure(PhotoColleError.self) {
      try await site.photos(of: session).upload(.data(Data([1])), title: "a", as: .jpeg)
    }
    #expect(error == .tokenExpired)
    #expect(site.count(Self.path) == 1)
  }

  @Test("refreshes in the last minute of the token, before a byte of it is sent")
  func refreshesBefore() async throws {
    let (site, session) = try await DocomoSite.signedIn()
    site.clock.advance(by: .seconds(3550))
    _ = try await site.photos(of: session).upload(.data(Data([1])), title: "a", as: .jpeg)
    #expect(site.count(DocomoSite.token) == 2)
    #expect(site.count(Self.path) == 1)
  }
}
