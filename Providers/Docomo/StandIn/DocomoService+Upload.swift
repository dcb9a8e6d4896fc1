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
    let contentType = request.head.headerFields[.contentType] ?? ""
    guard contentType.hasPrefix("multipart/form-data"),
      let parts = try? MultipartParts(request.body, type: contentType).parts,
      Set(parts.map(\.name)).count == parts.count
    else { return .standIn(.badRequest, text: "This is no form.\n") }
    let form = Dictionary(uniqueKeysWithValues: parts.map { ($0.name, $0.content) })
    func text(_ name: String) -> String {
      form[name].flatMap { String(bytes: $0, encoding: .utf8) } ?? ""
    }
    func refuse(_ faults: [(code: Int, item: String)]) -> ServedResponse {
      let list = faults.map { fault -> JSONValue in
        ["err_cd": .string("\(fault.code)"), "err_item": .string(fault.item)]
      }
      return .standIn(json: ["result": "1", "err_list": .array(list)])
    }

    let missing = ["type", "title", "size", "mime_type", "file"].filter { form[$0] == nil }
    guard missing.isEmpty else { return refuse(missing.map { (1110, $0) }) }
    let (type, title) = (text("type"), text("title"))
    let (mimeType, bytes) = (text("mime_type"), form["file"] ?? Data())
    var faults: [(code: Int, item: String)] = []
    if Self.types[type] == nil { faults.append((1113, "type")) }
    if !(1...255).contains(title.count) { faults.append((1111, "title")) }
    if Self.types[type]?.contains(mimeType) == false { faults.append((1113, "mime_type")) }
    let maximum = (type == "Image" ? 30 : 100) << 20
    switch Int(text("size")) {
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
