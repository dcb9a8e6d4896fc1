// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import CoatcheckJOSE
import CoatcheckServer
import Foundation
import HTTPTypes

extension DocomoService {
  /// One of the eight operations, on behalf of the user of the access token.
  func resource(
    _ operation: DocomoOperation, _ request: ServedRequest, _ now: Date
  ) -> ServedResponse {
    guard request.head.method == operation.method else {
      return .standIn(
        .methodNotAllowed, text: "", fields: [.allow: operation.method.rawValue])
    }
    let field = request.head.headerFields[.authorization] ?? ""
    guard field.hasPrefix("Bearer "),
      let grant = tokens.access(String(field.dropFirst(7)), now: now), let user = grant.user
    else {
      return .standIn(.unauthorized, text: "", fields: [.wwwAuthenticate: rules.rejection])
    }
    guard grant.scopes.contains(operation.scope) else {
      return .standIn(
        .forbidden, text: "", fields: [.wwwAuthenticate: "Bearer error=\"insufficient_scope\""])
    }
    do throws(DocomoFault) {
      switch operation {
      case .list: return try list(DocomoRequest(request.body), of: user, detailed: false)
      case .detail: return try list(DocomoRequest(request.body), of: user, detailed: true)
      case .tags: return try tags(DocomoRequest(request.body), of: user)
      case .deletions: return try deletions(DocomoRequest(request.body), of: user)
      case .content: return try content(DocomoRequest(request.body), of: user)
      case .thumbnails: return try thumbnails(DocomoRequest(request.body), of: user)
      case .upload: return upload(request, of: user, now)
      case .capacity: return capacity(of: user)
      }
    } catch {
      return error.response
    }
  }

  private func capacity(of user: StandInUser) -> ServedResponse {
    let used = photos.all(of: user).reduce(0) { $0 + $1.bytes.count }
    var json: JSONObject = ["result": "0", "free_space": .string("\(rules.space - used)")]
    if rules.reportsMaximumSpace { json["max_space"] = .string("\(rules.space)") }
    return .standIn(json: json)
  }

  private func content(
    _ question: DocomoRequest, of user: StandInUser
  ) throws(DocomoFault) -> ServedResponse {
    let kind = try question.required("file_type_cd", in: 1...3)
    let size = try question.required("resize_type_cd", in: 1...3)
    // 1: the original; 2: a smaller picture; 3: a smaller film.
    guard size == 1 || (size == 2 && kind == 1) || (size == 3 && kind == 2) else {
      throw .parameter("resize_type_cd", question.json["resize_type_cd"])
    }
    guard let guid = try question.text("content_guid", upTo: 50),
      let photo = photos.all(of: user).first(where: { $0.guid == guid && $0.kind == kind })
    else { throw .notFound }
    var head = HTTPResponse(status: .ok)
    head.headerFields[.contentType] = photo.mimeType
    return ServedResponse(head: head, body: size == 2 ? photo.thumbnail : photo.bytes)
  }

  private func thumbnails(
    _ question: DocomoRequest, of user: StandInUser
  ) throws(DocomoFault) -> ServedResponse {
    let list = question.json["content_info_list"]
    let guids = (list?.arrayValue ?? []).compactMap(\.stringValue)
    guard (1...30).contains(guids.count), guids.count == list?.arrayValue?.count,
      guids.allSatisfy({ (1...50).contains($0.count) })
    else { throw .parameter("content_info_list", list) }
    let all = photos.all(of: user)
    var found: [JSONValue] = []
    var missing: [JSONValue] = []
    for guid in guids {
      guard let photo = all.first(where: { $0.guid == guid }) else {
        missing.append(.string(guid))
        continue
      }
      found.append([
        "content_guid": .string(guid), "mime_type": "image/jpeg",
        "thumbnail": .string(photo.thumbnail.base64EncodedString()),
      ])
    }
    guard !found.isEmpty else { throw .notFound }
    var json: JSONObject = ["result": 0, "content_info_list": .array(found)]
    if !missing.isEmpty { json["ng_list"] = .array(missing) }
    return .standIn(json: json)
  }

  private func deletions(
    _ question: DocomoRequest, of user: StandInUser
  ) throws(DocomoFault) -> ServedResponse {
    let kind = try question.required("file_type_cd", in: 1...3)
    let all = photos.deleted(of: user, kind: kind, since: try question.date("min_date_deleted"))
    let page = try DocomoPage(question, of: all, maximum: 100)
    guard !page.items.isEmpty else { throw DocomoFault(code: 113) }
    return .standIn(
      json: [
        "result": "0", "content_cnt": .string("\(page.items.count)"),
        "start": .string("\(page.start)"), "next_page": .string("\(page.next)"),
        "content_list": .array(page.items.map(JSONValue.string)),
      ])
  }
}

/// One page of a list.
struct DocomoPage<Item> {
  let items: [Item]
  /// The position of the first item, counted from 1.
  let start: Int
  /// The position at which the next page starts; 0 after the last page.
  let next: Int

  init(_ question: DocomoRequest, of all: [Item], maximum: Int) throws(DocomoFault) {
    let count = try question.number("max_results", in: 1...maximum) ?? min(maximum, 100)
    start = try question.number("start", in: 1...Int(Int32.max)) ?? 1
    items = Array(all.dropFirst(start - 1).prefix(count))
    let after = start + items.count
    next = after <= all.count && !items.isEmpty ? after : 0
  }
}
