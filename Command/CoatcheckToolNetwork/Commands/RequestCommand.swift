// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckClient
import CoatcheckCommand
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// `coatcheck request URL`.
struct RequestCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "request",
    abstract: "Call an API with an account's access token.",
    discussion: """
      The body of the answer goes to standard output, or with -o to a file. The token is refreshed \
      if it is spent, and once more if the API rejects it; a body is sent again for that. Redirects \
      are not followed, unless --follow is given; the token never goes to another server. A status \
      of 400 to 499 exits with 6, one of 500 and above, and 429, with 5.
      """)

  @Argument(help: "The address: https, or http to this machine itself.")
  var url: String

  @Option(
    name: [.customShort("X"), .long],
    help: "The method; GET, or POST if there is a body, or PUT if it is uploaded.")
  var method: String?

  @Option(
    name: [.customShort("d"), .long],
    help: "The body; @FILE reads it from a file, @- from standard input.")
  var data: String?

  @Option(
    name: [.customShort("T"), .long],
    help: ArgumentHelp("A file to upload; it is read while it is sent.", valueName: "file"))
  var uploadFile: String?

  @Option(
    name: [.customShort("H"), .long],
    help: "A header field, \"Name: value\"; may be given several times.")
  var header: [String] = []

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "The file for the body of a successful response; it is written completely or not at all.",
      valueName: "file"))
  var outputFile: String?

  @Flag(
    name: [.customShort("L"), .long],
    help: "Follow redirects; the token is not sent to another server.")
  var follow = false

  @Flag(name: [.customShort("i"), .long], help: "Print the status and the header fields as well.")
  var include = false

  @Option(
    help: "The account's name, subject or issuer; needed only if there are several.",
    completion: .accounts)
  var account: String?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard data == nil || uploadFile == nil else {
      throw ValidationError("-d and -T both give the body")
    }
    guard uploadFile != "-" else {
      throw ValidationError("-T takes a file; -d @- reads standard input")
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let (head, body) = (try head(), try body())
    let stored = try await context.session(named: account)
    let progress =
      output.json || output.quiet
      ? nil : ProgressDisplay(context.terminal, environment: context.environment)
    defer { progress?.clear() }
    let answer = ResponseOutput(
      terminal: context.terminal, progress: progress, asJSON: output.json, withHead: include,
      file: outputFile == "-" ? nil : outputFile)
    let response = try await context.signedIn(stored) { session in
      let service = AuthorizedTransport(session, redirects: follow ? .follow() : .returned)
      let response = try await service.open(head, body: body, limit: .unlimited) { answer.show($0) }
      try await answer.give(response)
      return response.head
    }
    return tell(response, in: context)
  }

  private func body() throws -> RequestBody {
    if let uploadFile { return .file(path: uploadFile) }
    return .data(Data(try data.map(BodyArgument.bytes) ?? []))
  }

  private func head() throws -> HTTPRequest {
    let endpoint = try Endpoint(url)
    let usual = uploadFile != nil ? "PUT" : data != nil ? "POST" : "GET"
    guard let method = HTTPRequest.Method(method ?? usual) else {
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

  private func tell(_ response: HTTPResponse, in context: CommandContext) -> ExitStatus {
    let said = "the API answered \(response.status.code) \(response.status.reasonPhrase)"
    switch response.status.code {
    case 300..<400 where response.status != .notModified:
      context.terminal.note("\(said): redirects are not followed without --follow")
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
