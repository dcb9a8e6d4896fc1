// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckClient
import CoatcheckCommand
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// `coatcheck request URL`.
struct RequestCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "request",
    abstract: "Call an API with an account's access token.",
    discussion: """
      The body of the answer goes to standard output. The token is refreshed if it is spent, and \
      once more if the API rejects it. Redirects are not followed, since that could carry the token \
      to another place. A status of 400 to 499 exits with 6, one of 500 and above, and 429, with 5.
      """)

  @Argument(help: "The address: https, or http to this machine itself.")
  var url: String

  @Option(name: [.customShort("X"), .long], help: "The method; GET, or POST if there is a body.")
  var method: String?

  @Option(
    name: [.customShort("d"), .long],
    help: "The body; @FILE reads it from a file, @- from standard input.")
  var data: String?

  @Option(
    name: [.customShort("H"), .long],
    help: "A header field, \"Name: value\"; may be given several times.")
  var header: [String] = []

  @Option(help: "The account's name, subject or issuer; needed only if there are several.")
  var account: String?

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let head = try head()
    let body = try Data(data.map(BodyArgument.bytes) ?? [])
    let stored = try await context.session(named: account)
    let (response, content) = try await context.signedIn(stored) { session in
      try await session.data(for: head, body: body)
    }
    try answer(response, content, in: context)
    return tell(response, in: context)
  }

  private func head() throws -> HTTPRequest {
    let endpoint = try Endpoint(url)
    let word = method ?? (data == nil ? "GET" : "POST")
    guard let method = HTTPRequest.Method(word) else {
      throw CommandFailure(.usage, "-X takes the name of a method")
    }
    var head = HTTPRequest(
      method: method, scheme: endpoint.scheme, authority: endpoint.authority, path: endpoint.path)
    for argument in header { head.headerFields.append(try HeaderArgument.field(argument)) }
    if data != nil, head.headerFields[.contentType] == nil {
      head.headerFields[.contentType] = "application/x-www-form-urlencoded"
    }
    return head
  }

  private func answer(
    _ response: HTTPResponse, _ content: Data, in context: CommandContext
  ) throws {
    let terminal = context.terminal
    if output.json {
      try terminal.answer(json: Self.json(response, content))
    } else if terminal.answersPerson {
      let text = String(decoding: content, as: UTF8.self)
      try terminal.answer(UntrustedText.printableLines(text))
    } else {
      try terminal.answer(bytes: Array(content))
    }
  }

  private static func json(_ response: HTTPResponse, _ content: Data) -> JSONObject {
    var headers = JSONObject()
    for field in response.headerFields {
      let name = field.name.canonicalName
      let earlier = headers[name]?.stringValue.map { $0 + ", " } ?? ""
      headers[name] = .string(earlier + field.value)
    }
    var answer: JSONObject = [
      "status": .number(JSONNumber(response.status.code)), "headers": .object(headers),
    ]
    if let value = try? JSONValue(parsing: Array(content)) {
      answer["body"] = value
    } else if let text = String(validating: content, as: UTF8.self) {
      answer["body"] = .string(text)
    } else {
      answer["body_base64"] = .string(content.base64EncodedString())
    }
    return answer
  }

  private func tell(_ response: HTTPResponse, in context: CommandContext) -> ExitStatus {
    let said = "the API answered \(response.status.code) \(response.status.reasonPhrase)"
    switch response.status.code {
    case 300..<400 where response.status != .notModified:
      context.terminal.note("\(said): redirects are not followed")
      return .success
    case 429, 500...:
      context.terminal.error(said)
      return .unreachable
    case 400...:
      context.terminal.error(said)
      return .refused
    default: return .success
    }
  }
}
