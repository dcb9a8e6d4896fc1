// SPDX-License-Identifier: Apache-2.0

extension HistoryCheck {
  /// The rules of everything except codes and refresh tokens: pushed requests, login sessions, and clients.
  static func pages(_ calls: [RecordedCall]) -> [Violation] {
    let bySubject = Dictionary(grouping: calls, by: \.request)
    return calls.compactMap { call in
      switch call.request {
      case .visit(let request):
        visit(call, among: bySubject[call.request] ?? []).map {
          Violation(rule: $0, subject: request)
        }
      case .browse(let session):
        browse(call, ends: bySubject[.signOut(session: session)] ?? []).map {
          Violation(rule: $0, subject: session)
        }
      case .useClient(let id):
        // The client was acknowledged by the server, and no call removes it.
        call.outcome == .refused ? Violation(rule: .lost, subject: id) : nil
      default: nil
      }
    }
  }

  /// RFC 9126 §4: "the client SHOULD only use a "request_uri" value once. Authorization servers SHOULD treat
  /// "request_uri" values as one-time use".
  private static func visit(
    _ call: RecordedCall, among all: [RecordedCall]
  ) -> Violation.Rule? {
    if call.outcome == .accepted, all.count(where: { $0.outcome == .accepted }) > 1 {
      return .acceptedTwice
    }
    let isInTime = call.ended < call.began + codeLifetime
    return call.outcome == .refused && all.count == 1 && isInTime ? .lost : nil
  }

  private static func browse(
    _ call: RecordedCall, ends: [RecordedCall]
  ) -> Violation.Rule? {
    switch call.outcome {
    case .accepted:
      ends.contains { $0.outcome == .accepted && $0.ended < call.began } ? .revived : nil
    case .refused: ends.contains { $0.began < call.ended } ? nil : .lost
    default: nil
    }
  }
}
