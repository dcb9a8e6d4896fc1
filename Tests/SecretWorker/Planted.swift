// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import Foundation
import Logging

/// One leak in each place that is searched, each with another secret and in another form.
enum Planted {
  private struct Careless: Error { let token: String }

  static func leak(into folder: String, _ marks: Marks) throws {
    Show.line("said: " + marks.make("output"))
    Logger(label: "careless").trace("sent", metadata: ["token": "\(marks.make("log"))"])
    Show.value("thrown", Careless(token: marks.make("error")))
    let basic = Data(("client:" + marks.make("base64")).utf8).base64EncodedString()
    Show.line("Authorization: Basic \(basic)")
    Show.line(Array(marks.make("hex").utf8).map { String(format: "%02x", $0) }.joined())
    Show.line("cut: \(marks.make("cut").dropLast(3))…")
    let file = Data([0, 255, 1] + Array(marks.make("file").utf8) + [0, 254])
    try file.write(to: URL(filePath: folder + "/planted.sqlite"))
  }
}
