// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckCommand
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// Writes the response of an API to standard output, or to a file.
struct ResponseOutput: Sendable {
  /// The longest body that is shown to a user or made part of a JSON answer, in bytes.
  private static let limit = 16 << 20

  let terminal: Terminal
  let progress: ProgressDisplay?
  let asJSON: Bool
  let withHead: Bool
  /// The file for the body of a success.
  let file: String?

  /// Shows how far the transfer has come.
  func show(_ state: TransferProgress) {
    // A body that appears on the terminal shows its own progress.
    guard state.direction == .upload || file != nil || !terminal.isForTerminal else { return }
    progress?.show(
      state.direction == .upload ? "sent" : "received", bytes: state.bytes, total: state.total)
  }

  /// Writes the response.
  ///
  /// - Throws: What reading it throws, and a failure if it cannot be written.
  func give(_ response: StreamedResponse) async throws {
    // The body of an error response is shown to the user, and not saved.
    let file = response.head.status.kind == .successful ? file : nil
    if asJSON { return try await giveJSON(response, file) }
    if withHead { try giveHead(response.head) }
    if let file {
      let count = try await response.save(to: file)
      progress?.clear()
      terminal.note("saved \(ProgressBar.size(count)) as \(file)")
    } else if terminal.isForTerminal {
      let content = try await response.body.collect(upTo: Self.limit)
      progress?.clear()
      try terminal.answer(UntrustedText.printableLines(String(decoding: content, as: UTF8.self)))
    } else {
      for try await chunk in response.body { try terminal.answer(bytes: Array(chunk)) }
    }
  }

  private func giveHead(_ head: HTTPResponse) throws(CommandFailure) {
    progress?.clear()
    let fields = head.headerFields.map { "\($0.name.rawName): \($0.value)" }
    for line in ["HTTP \(head.status.code) \(head.status.reasonPhrase)"] + fields {
      try terminal.answer(UntrustedText.printable(line, limit: 8192))
    }
    try terminal.answer("")
  }

  private func giveJSON(_ response: StreamedResponse, _ file: String?) async throws {
    var answer: JSONObject = [
      "status": .number(JSONNumber(response.head.status.code)),
      "headers": .object(Self.headers(response.head)),
    ]
    if let file {
      answer["bytes"] = .number(JSONNumber(Int(try await response.save(to: file))))
      answer["file"] = .string(file)
    } else {
      let content = try await response.body.collect(upTo: Self.limit)
      if let value = try? JSONValue(parsing: Array(content)) {
        answer["body"] = value
      } else if let text = String(validating: content, as: UTF8.self) {
        answer["body"] = .string(text)
      } else {
        answer["body_base64"] = .string(content.base64EncodedString())
      }
    }
    try terminal.answer(json: answer)
  }

  private static func headers(_ head: HTTPResponse) -> JSONObject {
    var headers = JSONObject()
    for field in head.headerFields {
      let name = field.name.canonicalName
      let earlier = headers[name]?.stringValue.map { $0 + ", " } ?? ""
      headers[name] = .string(earlier + field.value)
    }
    return headers
  }
}
