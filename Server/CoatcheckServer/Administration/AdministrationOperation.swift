// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import HTTPTypes

/// One operation of the administration API, read from a request.
protocol AdministrationOperation: Sendable {
  /// The interface of the operation.
  static var endpoint: AdministrationEndpoint { get }

  /// Reads the operation from a validated request.
  init(_ request: AdministrationRequest) throws(AdministrationProblem)

  /// Runs the operation.
  ///
  /// - Throws: ``AdministrationProblem``; the store's error.
  func run(by office: Administration) async throws -> AdministrationReply
}

/// The result of an operation.
struct AdministrationReply: Sendable {
  /// The response body; nil without one.
  let json: JSONValue?
  /// The entry for the audit log; nil when nothing was changed.
  let noted: Note?
  /// The login sessions that ended, whose clients are notified.
  let ended: [EndedSession]

  /// An entry of the audit log, without its time and actor.
  struct Note: Sendable {
    let event: String
    var subject: String?
    var client: String?
    var details: [String: String] = [:]

    /// The entry for a change that failed.
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

  /// Creates a result.
  init(_ json: JSONObject? = nil, noted: Note? = nil, ended: [EndedSession] = []) {
    self.json = json.map(JSONValue.object)
    self.noted = noted
    self.ended = ended
  }
}
