// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import CoatcheckJOSE
import CoatcheckServer

/// An error response of PhotoColle's, in the form of its operations.
struct DocomoFault: Error {
  let code: Int
  var parameter: String?
  var value: String?

  /// The error for a missing or invalid parameter.
  static func parameter(_ name: String, _ value: JSONValue?) -> DocomoFault {
    let text = value.map { $0.stringValue ?? String(decoding: $0.serialized(), as: UTF8.self) }
    return DocomoFault(code: 100, parameter: name, value: text)
  }

  static let notFound = DocomoFault(code: 101)

  var response: ServedResponse {
    var json: JSONObject = ["result": "1", "err_cd": .string("\(code)")]
    json["param_name"] = parameter.map(JSONValue.string)
    json["param_value"] = value.map(JSONValue.string)
    return .standIn(json: json)
  }
}
