// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import CoatcheckJOSE
import CoatcheckServer
import Foundation
import HTTPTypes
import Synchronization

/// Buckets with objects: the resources that calls with an access token read and write.
final class KiiObjects: Sendable {
  private let objects = Mutex<[String: JSONObject]>([:])

  /// - Parameters:
  ///   - bucket: The owner and the name of the bucket.
  ///   - id: The object; nil for the bucket.
  func answer(_ request: KiiRequest, _ bucket: String, _ id: String?) throws -> ServedResponse {
    switch (request.method, id) {
    case (.post, nil):
      let json = try request.json("json")
      let id = objects.withLock { objects in
        let id = "o-\(objects.count + 1)"
        objects["\(bucket)/\(id)"] = json
        return id
      }
      return .standIn(
        .created,
        json: [
          "objectID": .string(id), "dataType": "application/json",
          "createdAt": .number(JSONNumber(Int(request.now.timeIntervalSince1970 * 1000))),
        ])
    case (.get, let id?):
      guard let json = objects.withLock({ $0["\(bucket)/\(id)"] }) else {
        throw KiiRefusal(.notFound, "OBJECT_NOT_FOUND", "There is no such object")
      }
      return .standIn(json: json)
    default: throw KiiRefusal.notFound
    }
  }
}
