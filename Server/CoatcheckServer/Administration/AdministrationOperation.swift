// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import HTTPTypes

/// One thing that administration does, read from a request.
protocol AdministrationOperation: Sendable {
  /// How it is asked for.
  static var endpoint: AdministrationEndpoint { get }

  /// Reads what it needs.
  init(_ request: AdministrationRequest) throws(AdministrationProblem)

  /// Does it.
  ///
  /// - Throws: ``AdministrationProblem``; the store's error.
  func run(by office: Administration) async throws -> AdministrationReply
}

/// What came of an operation.
struct AdministrationReply: Sendable {
  /// What is answered; nil for nothing.
  let json: JSONValue?
  /// What the audit log says; nil when nothing was changed.
  let noted: Note?
  /// The browser sessions that ended, whose clients are told.
  let ended: [EndedSession]

  /// An entry of the audit log without its time and actor.
  struct Note: Sendable {
    let event: String
    var subject: String?
    var client: String?
    var details: [String: String] = [:]

    /// What the audit log says of a change that was not made.
    static func failure(
      of operation: any AdministrationOperation.Type, at path: [String: String],
      _ problem: AdministrationProblem
    ) -> Note {
      var details = [
        "operation": String(describing: operation), "status": String(problem.status.code),
      ]
      details["member"] = problem.member
      return Note(
        event: "change_refused", subject: path["user"], client: path["client"], details: details)
    }
  }

  /// An answer.
  init(_ json: JSONObject? = nil, noted: Note? = nil, ended: [EndedSession] = []) {
    self.json = json.map(JSONValue.object)
    self.noted = noted
    self.ended = ended
  }
}
