// SPDX-License-Identifier: Apache-2.0

import CoatcheckDocomo
import CoatcheckDocomoTesting
import TestKit

@Suite("An upload to PhotoColle")
struct PhotoColleUploadTests {
  private static let path = "/file_a2/1.0/docomo/create"

  /// A file of so many bytes, which takes no room on the disk.
  private func emptyFile(of length: Int, in folder: Folder) throws -> String {
    let path = folder.path + "/long"
    try folder.write("long", [])
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.truncate(atOffset: UInt64(length))
    try file.close()
    return path
  }

  @Test("of a file arrives whole, in the parts of the document, and tells how far it has come")
  func file() async throws {
    let site = try await DocomoSite()
    let folder = try Folder()
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
    let form = try #require(
      site.standIn.received(Self.path).first.map { DocomoUploadParts($0.body) })
    #expect(form.names == ["type", "title", "size", "mime_type", "file"])

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
    let site = try await DocomoSite()
    let photos = try site.photos(of: await site.session())
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

  @Test("out of its limits is refused before anything is sent", arguments: limits)
  func limit(_ row: Limit) async throws {
    let site = try await DocomoSite()
    let folder = try Folder()
    let path = try emptyFile(of: row.length, in: folder)
    let photos = try site.photos(of: await site.session())
    let error = await docomoFailure(PhotoColleError.self) {
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

  @Test("of a file that is not there is refused before anything is sent")
  func missingFile() async throws {
    let site = try await DocomoSite()
    let folder = try Folder()
    let photos = try site.photos(of: await site.session())
    let error = await docomoFailure(PhotoColleError.self) {
      try await photos.upload(.file(path: folder.path + "/none"), title: "a", as: .jpeg)
    }
    #expect(error == .session(.misused("body", "")))
    #expect(site.count(Self.path) == 0)
  }

  @Test(
    "of 35 MiB of film is taken, and the same bytes as a picture are refused by the stand-in as well"
  )
  func thirtyFiveMiB() async throws {
    let site = try await DocomoSite()
    let folder = try Folder()
    let path = try emptyFile(of: 35 << 20, in: folder)
    let session = try await site.session()
    _ = try await site.photos(of: session).upload(.file(path: path), title: "film", as: .mpeg)
    #expect(site.standIn.service.photos.all().first?.bytes.count == 35 << 20)

    let endpoint = try Endpoint(site.standIn.url + Self.path)
    let request = HTTPRequest(
      method: .post, scheme: endpoint.scheme, authority: endpoint.authority, path: endpoint.path)
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

  @Test("that PhotoColle refuses says why: it is there already, or there is no room")
  func refused() async throws {
    var rules = DocomoRules()
    rules.space = 10
    let site = try await DocomoSite(rules)
    let photos = try site.photos(of: await site.session())
    let picture = PhotoColle.UploadSource.data(Data(repeating: 7, count: 8))
    _ = try await photos.upload(picture, title: "a", as: .jpeg)
    let twice = await docomoFailure(PhotoColleError.self) {
      try await photos.upload(picture, title: "a", as: .jpeg)
    }
    #expect(twice == .upload([.init(code: .duplicated, item: "file")]))
    #expect(twice.flatMap { DocomoErrorDomain($0) } == .upload)
    #expect(twice.map { "\($0)" } == "PhotoColle refused the upload: file (1101)")
    let full = await docomoFailure(PhotoColleError.self) {
      try await photos.upload(picture, title: "b", as: .jpeg)
    }
    #expect(full == .upload([.init(code: .capacityOver, item: "file")]))
  }

  @Test("that is refused for several reasons names them all")
  func severalReasons() async throws {
    let site = try await DocomoSite()
    let photos = try site.photos(of: await site.session())
    site.standIn.answer(
      Self.path,
      with: .standIn(
        json: [
          "result": "1",
          "err_list": [
            ["err_cd": "1110", "err_item": "title"], ["err_cd": 1112, "err_item": "size"],
          ],
        ]))
    let error = await docomoFailure(PhotoColleError.self) {
      try await photos.upload(.data(Data([1])), title: "a", as: .jpeg)
    }
    #expect(
      error
        == .upload([
          .init(code: .mandatoryMissing, item: "title"),
          .init(code: .typeUnmatched, item: "size"),
        ]))
  }

  @Test("is made once: a rejected token ends it, and it is not sent again")
  func rejected() async throws {
    let site = try await DocomoSite()
    let session = try await site.session()
    site.standIn.service.revokeAll()
    let error = await docomoFailure(PhotoColleError.self) {
      try await site.photos(of: session).upload(.data(Data([1])), title: "a", as: .jpeg)
    }
    #expect(error == .tokenExpired)
    #expect(site.count(Self.path) == 1)
  }

  @Test("refreshes in the last minute of the token, before a byte of it is sent")
  func refreshesBefore() async throws {
    let site = try await DocomoSite()
    let session = try await site.session()
    site.clock.advance(by: .seconds(3550))
    _ = try await site.photos(of: session).upload(.data(Data([1])), title: "a", as: .jpeg)
    #expect(site.count(DocomoSite.token) == 2)
    #expect(site.count(Self.path) == 1)
  }
}

/// The names of the parts of a form, in order.
struct DocomoUploadParts {
  let names: [String]

  init(_ body: Data) {
    let text = String(decoding: body, as: UTF8.self)
    names = text.components(separatedBy: "\r\nContent-Disposition: form-data; name=\"")
      .dropFirst().map { String($0.prefix { $0 != "\"" }) }
  }
}
