// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import CoatcheckJOSE
import CoatcheckServer
import Foundation

/// The operations that return lists.
extension DocomoService {
  /// `get_list`, and `get_detail` with tags.
  func list(
    _ question: DocomoRequest, of user: StandInUser, detailed: Bool
  ) throws(DocomoFault) -> ServedResponse {
    let projection = question.json["projection"]?.stringValue ?? ""
    // 1: only the number of contents; 2: all attributes; 3: all attributes but the tags.
    guard (detailed ? ["1", "2", "3"] : ["3"]).contains(projection) else {
      throw .parameter("projection", question.json["projection"])
    }
    let kind = try question.required("file_type_cd", in: (detailed ? 0 : 1)...3)
    let isTrashed = try question.required("dustbox_condition", in: 1...2) == 2
    let order = try question.required("sort_type", in: 1...(detailed ? 7 : 6))
    let (modified, uploaded) = (
      try question.date("min_date_modified"), try question.date("min_date_upload")
    )
    let wanted = detailed ? try criteria(question) : []
    let fitting = photos.all(of: user).filter { photo in
      (kind == 0 || photo.kind == kind) && photo.isTrashed == isTrashed
        && photo.modifiedAt >= modified ?? .distantPast
        && photo.uploadedAt >= uploaded ?? .distantPast
        && wanted.allSatisfy { wish in
          photo.tags.contains { $0.kind == wish.kind && $0.guid == wish.guid }
        }
    }
    let page = try DocomoPage(
      question, of: Self.sorted(fitting, order), maximum: detailed ? 1000 : 100)
    guard !fitting.isEmpty else { throw DocomoFault(code: 113) }
    if projection == "1" {
      return .standIn(json: ["result": "0", "content_cnt": .string("\(fitting.count)")])
    }
    let contents = page.items.map { photo -> JSONValue in
      .object(Self.json(photo, detailed: detailed, tagged: projection == "2"))
    }
    return .standIn(
      json: [
        "result": 0, "content_cnt": .string("\(fitting.count)"),
        "start": .number(.init(page.start)),
        "next_page": .string("\(page.next)"), "content_list": .array(contents),
      ])
  }

  private func criteria(
    _ question: DocomoRequest
  ) throws(DocomoFault) -> [(kind: Int, guid: String)] {
    var criteria: [(kind: Int, guid: String)] = []
    for number in 1...5 {
      let name = "criteria_\(number)_guid"
      let kind = try question.number("criteria_\(number)_tag_type", in: 1...5)
      switch (kind, try question.text(name, upTo: 47)) {
      case (let kind?, let guid?): criteria.append((kind, guid))
      case (nil, nil): break
      default: throw .parameter(name, question.json[name])
      }
    }
    return criteria
  }

  private static func sorted(_ photos: [DocomoPhoto], _ order: Int) -> [DocomoPhoto] {
    photos.sorted { one, other in
      switch order {
      case 1: one.takenAt > other.takenAt
      case 2: one.takenAt < other.takenAt
      case 3: one.modifiedAt > other.modifiedAt
      case 4: one.modifiedAt < other.modifiedAt
      case 5: one.uploadedAt < other.uploadedAt
      case 6: one.uploadedAt > other.uploadedAt
      default: one.score ?? 0 > other.score ?? 0
      }
    }
  }

  private static func json(_ photo: DocomoPhoto, detailed: Bool, tagged: Bool) -> JSONObject {
    var json: JSONObject = [
      "content_guid": .string(photo.guid), "content_name": .string(photo.name),
      "file_type_cd": .string("\(photo.kind)"),
      "exif_camera_day": .string(DocomoRequest.text(photo.takenAt)),
      "mdate": .string(DocomoRequest.text(photo.modifiedAt)),
      "upload_datetime": .string(DocomoRequest.text(photo.uploadedAt)),
      "file_data_size": .string("\(photo.bytes.count)"),
      "resize_ng_flg": photo.kind == 3 ? "1" : "0",
    ]
    guard detailed else { return json }
    json["file_data_xy_rate"] = "4:3"
    json["prf5score"] = photo.score.map { .string("\($0)") }
    json["orientation"] = photo.orientation.map { .number(.init($0)) }
    if tagged { add(photo.tags.map { ($0, nil) }, to: &json) }
    return json
  }

  /// `get_all`: the tags of the photos of a kind, with how many photos each has.
  func tags(
    _ question: DocomoRequest, of user: StandInUser
  ) throws(DocomoFault) -> ServedResponse {
    let category = try question.required("category", in: 0...5)
    let kind = try question.required("file_type_cd", in: 0...3)
    let since = try question.date("min_date_modified") ?? .distantPast
    let fitting = photos.all(of: user).filter {
      (kind == 0 || $0.kind == kind) && $0.modifiedAt >= since
    }
    var counted: [(tag: DocomoTag, count: Int?)] = []
    for tag in fitting.flatMap(\.tags) where category == 0 || tag.kind == category {
      if let index = counted.firstIndex(where: { $0.tag == tag }) {
        counted[index].count = (counted[index].count ?? 0) + 1
      } else {
        counted.append((tag, 1))
      }
    }
    guard !counted.isEmpty else { throw DocomoFault(code: 113) }
    var json: JSONObject = ["result": "0"]
    Self.add(counted, to: &json)
    return .standIn(json: json)
  }

  /// Adds the tags to a response: a list for each kind of tag, whose members have names of their own.
  private static func add(_ tags: [(tag: DocomoTag, count: Int?)], to json: inout JSONObject) {
    let names = [
      ("person_tag_list", "person_tag_guid", "person_tag_name"),
      ("event_tag_list", "event_tag_guid", "event_tag_name"),
      ("optional_tag_list", "optional_tag_guid", "optional_tag_name"),
      ("place_info_list", "place_tag_guid", "place_name"),
      ("month_info_list", "month_tag_guid", "month_tag_name"),
    ]
    for (index, (list, guid, name)) in names.enumerated() {
      let entries = tags.filter { $0.tag.kind == index + 1 }.map { tag, count -> JSONValue in
        var entry: JSONObject = [guid: .string(tag.guid), name: .string(tag.name)]
        if let count {
          entry["content_cnt"] = .string("\(count)")
          entry["birth_date"] = tag.birthDate.map(JSONValue.string)
        }
        return .object(entry)
      }
      if !entries.isEmpty { json[list] = .array(entries) }
    }
  }
}
