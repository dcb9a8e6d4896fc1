// SPDX-License-Identifier: Apache-2.0

import CoatcheckCommand
import CoatcheckFoundation
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// AWS's programs and libraries, as a
/// [credential process](https://docs.aws.amazon.com/sdkref/latest/guide/feature-process-credentials.html): the keys of a role,
/// which AWS's Security Token Service gives for an ID token
/// ([AssumeRoleWithWebIdentity](https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRoleWithWebIdentity.html)).
struct AWSHelper: ExchangingHelper {
  static let name = "aws"
  // AWS's libraries run the helper before every request when the keys expire within 15 minutes.
  static let minimumLife = 900.0

  let question: HelperQuestion
  private let service: String
  private let role: String
  private let sessionName: String
  private let duration: Int

  var wanted: String { "\(service) \(role) \(sessionName) \(duration)" }

  init(
    _ words: [String], input: [UInt8], variable: (String) -> String?
  ) throws(CommandFailure) {
    var options = ["--sts": "https://sts.amazonaws.com", "--session-name": "coatcheck"]
    options["--duration"] = "3600"
    var rest = words[...]
    while let word = rest.popFirst() {
      guard ["--role", "--duration", "--session-name", "--sts"].contains(word),
        let value = rest.popFirst()
      else {
        throw CommandFailure(
          .usage,
          "aws takes --role ARN, and --duration, --session-name and --sts, each with a value")
      }
      options[word] = value
    }
    guard let role = options["--role"], role.hasPrefix("arn:"),
      (20...2048).contains(role.utf8.count)
    else {
      throw CommandFailure(
        .usage, "--role is the ARN of a role, such as arn:aws:iam::123456789012:role/name")
    }
    // "Minimum value of 900. Maximum value of 43200."
    guard let duration = options["--duration"].flatMap({ Int($0) }),
      (900...43_200).contains(duration)
    else { throw CommandFailure(.usage, "--duration is a number of seconds from 900 to 43200") }
    // "Pattern: [\w+=,.@-]*", 2 to 64 characters.
    let sessionName = options["--session-name"] ?? ""
    guard (2...64).contains(sessionName.utf8.count), sessionName.utf8.allSatisfy(Self.isInName)
    else {
      throw CommandFailure(
        .usage, "--session-name has 2 to 64 letters, digits and characters of _+=,.@-")
    }
    self.role = role
    self.duration = duration
    self.sessionName = sessionName
    service = options["--sts"] ?? ""
    var question = HelperQuestion(try Place(service))
    question.token = .id
    self.question = question
  }

  private static func isInName(_ byte: UInt8) -> Bool {
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+=,.@-".utf8.contains(byte)
  }

  func request(with credential: Credential) throws(CommandFailure) -> (HTTPRequest, Data) {
    guard let endpoint = try? Endpoint(service) else {
      throw CommandFailure(.usage, "--sts is an https address")
    }
    var request = HTTPRequest(
      method: .post, scheme: endpoint.scheme, authority: endpoint.authority, path: endpoint.path)
    request.headerFields[.contentType] = "application/x-www-form-urlencoded"
    let form: Parameters = [
      "Action": "AssumeRoleWithWebIdentity", "Version": "2011-06-15", "RoleArn": role,
      "RoleSessionName": sessionName, "DurationSeconds": "\(duration)",
      "WebIdentityToken": credential.token.reveal(),
    ]
    return (request, Data(form.encoded.utf8))
  }

  func credential(
    in head: HTTPResponse, _ body: Data
  ) throws(CommandFailure) -> Credential {
    let text = String(decoding: body, as: UTF8.self)
    guard head.status == .ok else {
      let code = Self.element("Code", of: text) ?? "status \(head.status.code)"
      throw CommandFailure(
        head.status.code >= 500 ? .unreachable : .refused, "AWS gives no keys: \(code)",
        code: "sts_refused")
    }
    guard let id = Self.element("AccessKeyId", of: text),
      let secret = Self.element("SecretAccessKey", of: text),
      let session = Self.element("SessionToken", of: text),
      let end = Self.element("Expiration", of: text).flatMap(Self.date)
    else {
      throw CommandFailure(.unusable, "the response of STS has no keys", code: "reply_malformed")
    }
    let answer: JSONObject = [
      "Version": 1, "AccessKeyId": .string(id), "SecretAccessKey": .string(secret),
      "SessionToken": .string(session), "Expiration": .string(end.formatted(.iso8601)),
    ]
    return Credential(
      Secret(String(decoding: answer.serialized(), as: UTF8.self)), end: end)
  }

  /// The text of the only XML element with this name. Keys, times and codes have no escaped characters.
  private static func element(_ name: String, of text: String) -> String? {
    let parts = text.components(separatedBy: "<\(name)>")
    guard parts.count == 2, let value = parts[1].components(separatedBy: "</\(name)>").first,
      !value.isEmpty, value.utf8.allSatisfy({ isInName($0) || "/:".utf8.contains($0) })
    else { return nil }
    return value
  }

  private static func date(_ text: String) -> Date? {
    (try? Date(text, strategy: .iso8601))
      ?? (try? Date(text, strategy: .iso8601.time(includingFractionalSeconds: true)))
  }

  func answer(_ credential: Credential) throws(CommandFailure) -> HelperOutput {
    HelperOutput(credential.token.reveal() + "\n")
  }
}
