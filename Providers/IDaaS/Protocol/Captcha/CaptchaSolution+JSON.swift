// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckFoundation

extension CaptchaSolution {
  /// Adds the answer to a body.
  func write(to body: inout JSONObject) {
    switch self {
    case .proofOfWork(let solution):
      body["solution"] = .string(solution)
    case .slider(let x, let y, let displayWidth, let slideTime, let track):
      // The coordinates travel as a JSON text within the JSON object.
      let point: JSONObject = ["x": Self.number(x), "y": Self.number(y)]
      body["point_json"] = .string(String(decoding: point.serialized(), as: UTF8.self))
      if let displayWidth { body["display_width"] = Self.number(displayWidth) }
      body.set("slide_time", slideTime)
      if !track.isEmpty { body["track"] = .array(track.map { .object($0.json) }) }
    }
  }

  /// Reads the answer in a body.
  ///
  /// - Throws: `parameterMissing`, `parameterValue` or `parameterType` naming the member;
  ///   `slideUnreadable` for invalid coordinates.
  init(body: JSONObject) throws(Refusal) {
    if let solution = try body.optional("solution") {
      self = .proofOfWork(solution: solution)
      return
    }
    let text = try body.required("point_json")
    guard text.utf8.count <= 200, let point = try? JSONObject(parsing: Array(text.utf8)),
      let x = point["x"]?.doubleValue, let y = point["y"]?.doubleValue,
      abs(x) <= Self.farthest, abs(y) <= Self.farthest
    else { throw Refusal(.slideUnreadable, "slider", detail: .badFormat) }
    self = .slider(
      x: x, y: y, displayWidth: try Self.displayWidth(body), slideTime: try Self.slideTime(body),
      track: try Self.track(body))
  }

  /// The maximum of a coordinate and of the width of a picture, in pixels.
  private static let farthest = 100_000.0

  private static func displayWidth(_ body: JSONObject) throws(Refusal) -> Double? {
    guard let width = try body.optionalNumber("display_width") else { return nil }
    guard width >= 1, width <= farthest else {
      throw Refusal(.parameterValue, "display_width", detail: .badFormat)
    }
    return width
  }

  private static func slideTime(_ body: JSONObject) throws(Refusal) -> Int? {
    guard let time = try body.optionalNumber("slide_time") else { return nil }
    guard time >= 0, time <= 86_400_000 else {
      throw Refusal(.parameterValue, "slide_time", detail: .badFormat)
    }
    return Int(time.rounded())
  }

  private static func track(_ body: JSONObject) throws(Refusal) -> [TrackPoint] {
    guard let value = body["track"], value != .null else { return [] }
    guard let list = value.arrayValue else {
      throw Refusal(.parameterType, "track", detail: .badType)
    }
    var track: [TrackPoint] = []
    for element in list {
      guard let point = element.objectValue.flatMap(TrackPoint.init(json:)) else {
        throw Refusal(.parameterValue, "track", detail: .badFormat)
      }
      track.append(point)
    }
    return track
  }

  fileprivate static func number(_ value: Double) -> JSONValue {
    JSONNumber(value).map { .number($0) } ?? .null
  }
}

extension TrackPoint {
  fileprivate var json: JSONObject {
    [
      "x": CaptchaSolution.number(x), "y": CaptchaSolution.number(y),
      "t": .number(JSONNumber(time)), "type": .string(kind.rawValue),
    ]
  }

  fileprivate init?(json: JSONObject) {
    guard let x = json["x"]?.doubleValue, let y = json["y"]?.doubleValue,
      let time = json["t"]?.doubleValue, abs(x) <= 100_000, abs(y) <= 100_000,
      time >= 0, time <= 86_400_000,
      let kind = Kind(rawValue: json["type"]?.stringValue ?? Kind.move.rawValue)
    else { return nil }
    self.init(x: x, y: y, time: Int(time.rounded()), kind: kind)
  }
}
