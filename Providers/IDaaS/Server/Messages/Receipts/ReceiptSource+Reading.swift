// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckServer
import Foundation
import HTTPTypes

/// The format of the reports of each gateway, and of the responses to them.
extension ReceiptSource.Form {
  /// The maximum number of reports in one request.
  private static let maximumCount = 500

  /// The reports in a body. Invalid ones are skipped: if they were refused, the gateway would repeat them
  /// unchanged.
  ///
  /// - Returns: Nil when the body is not a list.
  func receipts(in body: Data) -> [DeliveryReceipt]? {
    // The body is a list, and the parser reads objects only.
    let text = Array("{\"reports\":".utf8) + [UInt8](body) + Array("}".utf8)
    guard let json = try? JSONObject(parsing: text), json.names == ["reports"],
      let reports = json["reports"]?.arrayValue, reports.count <= Self.maximumCount
    else { return nil }
    return reports.compactMap { $0.objectValue.flatMap(receipt) }
  }

  private func receipt(_ json: JSONObject) -> DeliveryReceipt? {
    switch self {
    case .aliyun:
      DeliveryReceipt(
        id: json["biz_id"]?.stringValue, isDelivered: json["success"]?.boolValue,
        reason: json["err_code"]?.stringValue)
    case .tencent:
      DeliveryReceipt(
        id: json["sid"]?.stringValue,
        isDelivered: json["report_status"]?.stringValue.flatMap {
          ["SUCCESS": true, "FAIL": false][$0]
        },
        reason: json["errmsg"]?.stringValue)
    case .webhook:
      DeliveryReceipt(
        id: json["id"]?.stringValue, isDelivered: json["delivered"]?.boolValue,
        reason: json["reason"]?.stringValue)
    }
  }

  /// The response that the gateway expects. After another status than 200 it repeats the reports.
  func response(_ status: HTTPResponse.Status, requestID: String) -> ServedResponse {
    let isTaken = status == .ok
    let word: JSONValue = isTaken ? "OK" : "error"
    let json: JSONObject =
      switch self {
      case .aliyun: ["code": isTaken ? 0 : 1, "msg": word]
      case .tencent: ["result": isTaken ? 0 : 1, "errmsg": word]
      case .webhook: isTaken ? [:] : ["error": word]
      }
    return .json(status, .object(json), requestID: requestID)
  }
}
