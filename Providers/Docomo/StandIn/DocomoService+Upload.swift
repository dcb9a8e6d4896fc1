// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes

extension DocomoService {
  private static let types = [
    "Image": ["image/jpeg", "image/pjpeg"],
    "Video": [
      "video/3gpp", "video/avi", "video/quicktime", "video/mp4", "video/vnd.mts", "video/mpeg",
    ],
  ]

  /// `create`: a form with the parts `type`, `title`, `size`, `mime_type` and `file`.
  func upload(
    _ request: ServedRequest, of user: StandInUser, _ now: Date
  ) -> ServedResponse {
    guard let form = DocomoForm(request) else {
      return .standIn(.badRequest, text: "This is no form.\n")
    }
    func refuse(_ faults: [(code: Int, item: String)]) -> ServedResponse {
      let list = faults.map { fault -> JSONValue in
        ["err_cd": .string("\(fault.code)"), "err_item": .string(fault.item)]
      }
      return .standIn(json: ["result": "1", "err_list": .array(list)])
    }

    let missing = ["type", "title", "size", "mime_type", "file"].filter { form.parts[$0] == nil }
    guard missing.isEmpty else { return refuse(missing.map { (1110, $0) }) }
    let (type, title) = (form.text("type"), form.text("title"))
    let (mimeType, bytes) = (form.text("mime_type"), form.parts["file"] ?? Data())
    var faults: [(code: Int, item: String)] = []
    if Self.types[type] == nil { faults.append((1113, "type")) }
    if !(1...255).contains(title.count) { faults.append((1111, "title")) }
    if Self.types[type]?.contains(mimeType) == false { faults.append((1113, "mime_type")) }
    let maximum = (type == "Image" ? 30 : 100) << 20
    switch Int(form.text("size")) {
    case nil: faults.append((1112, "size"))
    case bytes.count? where bytes.count > maximum: faults.append((1111, "file"))
    case bytes.count?: break
    default: faults.append((1111, "size"))
    }
    guard faults.isEmpty else { return refuse(faults) }

    let photo = DocomoPhoto(
      guid: "g-" + RuntimeEnvironment.live.token(bytes: 12), name: title,
      kind: type == "Image" ? 1 : 2,
      mimeType: mimeType, bytes: bytes, at: now)
    switch photos.upload(photo, of: user, space: rules.space) {
    case .duplicate: return refuse([(1101, "file")])
    case .noRoom: return refuse([(1102, "file")])
    case nil: return .standIn(json: ["result": "0", "data_id": .string(photo.guid)])
    }
  }
}

/// A form of several parts: RFC 7578, each name once.
struct DocomoForm {
  private(set) var parts: [String: Data] = [:]

  init?(_ request: ServedRequest) {
    guard let type = request.head.headerFields[.contentType],
      type.hasPrefix("multipart/form-data"), let start = type.range(of: "boundary=")
    else { return nil }
    let boundary = type[start.upperBound...].prefix { $0 != ";" }.filter { $0 != "\"" }
    guard !boundary.isEmpty else { return nil }
    let (body, line) = (request.body, Data("\r\n--\(boundary)".utf8))
    guard body.starts(with: line.dropFirst(2)) else { return nil }
    var position = body.startIndex + line.count - 2
    while let mark = Self.bytes(of: body, at: position, 2) {
      // The end: RFC 2046 §5.1.1.
      if mark == Data("--".utf8) { return }
      guard mark == Data("\r\n".utf8),
        let end = body.range(of: line, in: position..<body.endIndex),
        let blank = body.range(of: Data("\r\n\r\n".utf8), in: position..<end.lowerBound)
      else { return nil }
      let head = String(decoding: body[position..<blank.lowerBound], as: UTF8.self)
      guard let name = Self.name(in: head), parts[name] == nil else { return nil }
      parts[name] = Data(body[blank.upperBound..<end.lowerBound])
      position = end.upperBound
    }
    return nil
  }

  func text(_ name: String) -> String {
    parts[name].flatMap { String(bytes: $0, encoding: .utf8) } ?? ""
  }

  private static func bytes(of body: Data, at position: Int, _ count: Int) -> Data? {
    position + count <= body.endIndex ? body[position..<position + count] : nil
  }

  private static func name(in head: String) -> String? {
    for field in head.components(separatedBy: "\r\n")
    where field.lowercased().hasPrefix("content-disposition:") {
      guard field.contains("form-data"), let start = field.range(of: " name=\"") else { return nil }
      return String(field[start.upperBound...].prefix { $0 != "\"" })
    }
    return nil
  }
}
