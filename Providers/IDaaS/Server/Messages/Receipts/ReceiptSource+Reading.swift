// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckServer
import Foundation
import HTTPTypes

/// How the reports of each form are read and answered.
extension ReceiptSource.Form {
  /// How many reports one request may hold.
  private static let maximumCount = 500

  /// The receipts in a body. Reports that are not understood are passed over: they would come again as they are.
  ///
  /// - Returns: Nil when the body is no list of reports.
  func receipts(in body: Data) -> [DeliveryReceipt]? {
    // The body is a list; the parser is one of objects.
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

  /// What the gateway expects to hear. After another status than 200 it sends the same again.
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
