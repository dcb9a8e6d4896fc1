// SPDX-License-Identifier: Apache-2.0
import CLibPQ
import Foundation

/// A connection to the database. One thread at a time uses it, and blocks with a deadline.
///
/// It is always in libpq's pipeline mode: statements that are sent together take one round trip.
/// https://www.postgresql.org/docs/15/libpq-pipeline-mode.html
package final class PostgreSQLConnection {
  private let libpq: LibPQ
  private let handle: OpaquePointer
  private let limit: Duration
  private var statements: [String: PreparedStatement] = [:]
  private var ending: ContinuousClock.Instant

  /// Statements that are sent with the next one.
  var waiting: [PreparedCall] = []
  /// The state of the transaction.
  var transactionState = TransactionState.absent
  /// Whether the connection can no longer be used.
  package private(set) var isBroken = false

  enum TransactionState { case absent, begun, changed, committing }

  /// Connects.
  ///
  /// - Throws: `unreachable`.
  package init(to place: PostgreSQLPlace) throws(PostgreSQLFailure) {
    let libpq = place.libpq
    self.libpq = libpq
    limit = .seconds(place.statementLimit + 1)
    ending = .now + limit
    let opened = CStrings.with(place.parameters.map(\.keyword)) { keywords in
      CStrings.with(place.parameters.map(\.value)) { values in
        libpq.call.PQconnectdbParams(keywords, values, 0)
      }
    }
    guard let opened else { throw .unreachable("there is no memory for a connection") }
    handle = opened
    guard libpq.call.PQstatus(handle) == CONNECTION_OK else {
      throw .unreachable(Self.line(libpq.call.PQerrorMessage(handle)))
    }
    // By default, libpq prints notices to standard error.
    _ = libpq.call.PQsetNoticeReceiver(handle, { _, _ in }, nil)
    guard libpq.call.PQsetnonblocking(handle, 1) == 0, libpq.call.PQenterPipelineMode(handle) == 1
    else {
      throw .unreachable(Self.line(libpq.call.PQerrorMessage(handle)))
    }
  }

  deinit { libpq.call.PQfinish(handle) }

  /// The version of the server, such as 150018.
  package var serverVersion: Int { Int(libpq.call.PQserverVersion(handle)) }

  /// A parameter that the server reports at the start, such as `server_encoding`.
  package func parameter(_ name: String) -> String? {
    libpq.call.PQparameterStatus(handle, name).map { String(cString: $0) }
  }

  /// Checks whether the server has closed the connection while it was idle.
  func checkAlive() {
    guard !isBroken else { return }
    var descriptor = pollfd(fd: libpq.call.PQsocket(handle), events: Int16(POLLIN), revents: 0)
    // No statement was sent, so any input is a last message of the server or the end of the stream.
    if poll(&descriptor, 1, 0) != 0 { isBroken = true }
  }

  /// Marks the connection as broken, so that it is not used again.
  func breakOff() { isBroken = true }

  /// Sends statements together, and waits for their results.
  ///
  /// Without a transaction they are atomic: all of them take effect, or none.
  func run(_ calls: [PreparedCall]) throws(PostgreSQLFailure) -> [PostgreSQLResult] {
    guard !isBroken else { throw lost("the connection was closed") }
    ending = .now + limit
    var expected: [(statement: PreparedStatement, isPreparation: Bool)] = []
    var queued: Set<String> = []
    for call in calls {
      let statement = statement(call.text)
      if !statement.isPrepared, queued.insert(statement.name).inserted {
        let types = call.values.map(\.type)
        guard
          libpq.call.PQsendPrepare(
            handle, statement.name, statement.text, Int32(types.count), types) == 1
        else { throw lost(Self.line(libpq.call.PQerrorMessage(handle))) }
        expected.append((statement, true))
      }
      try send(statement, call.values)
      expected.append((statement, false))
    }
    guard libpq.call.PQpipelineSync(handle) == 1 else {
      throw lost(Self.line(libpq.call.PQerrorMessage(handle)))
    }
    try flush()
    return try answers(to: expected)
  }

  private func statement(_ text: String) -> PreparedStatement {
    if let known = statements[text] { return known }
    let new = PreparedStatement(name: "s\(statements.count)", text: text)
    statements[text] = new
    return new
  }

  private func send(
    _ statement: PreparedStatement, _ values: [PostgreSQLValue]
  ) throws(PostgreSQLFailure) {
    let parameters = EncodedParameters(values)
    let sent = parameters.withPointers { pointers in
      libpq.call.PQsendQueryPrepared(
        handle, statement.name, Int32(values.count), pointers, parameters.lengths,
        parameters.formats, 1)
    }
    guard sent == 1 else { throw lost(Self.line(libpq.call.PQerrorMessage(handle))) }
  }

  private func flush() throws(PostgreSQLFailure) {
    while true {
      switch libpq.call.PQflush(handle) {
      case 0: return
      case 1:
        // The server may wait until its results are read before it reads more.
        let events = try wait(for: Int16(POLLIN | POLLOUT))
        if events & Int16(POLLIN) != 0, libpq.call.PQconsumeInput(handle) != 1 {
          throw lost(Self.line(libpq.call.PQerrorMessage(handle)))
        }
      default: throw lost(Self.line(libpq.call.PQerrorMessage(handle)))
      }
    }
  }

  private func answers(
    to expected: [(statement: PreparedStatement, isPreparation: Bool)]
  ) throws(PostgreSQLFailure) -> [PostgreSQLResult] {
    var results: [PostgreSQLResult] = []
    var failure: PostgreSQLFailure?
    for (statement, isPreparation) in expected {
      while let answer = try next() {
        switch libpq.call.PQresultStatus(answer) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
          if isPreparation {
            statement.isPrepared = true
            libpq.call.PQclear(answer)
          } else {
            results.append(PostgreSQLResult(answer, of: statement, libpq))
          }
        case PGRES_PIPELINE_ABORTED: libpq.call.PQclear(answer)
        default:
          if failure == nil { failure = self.failure(answer) }
          libpq.call.PQclear(answer)
        }
      }
    }
    let failureAtCommit = try readSynchronization()
    if let failure = failure ?? failureAtCommit {
      if failure.endsConnection { isBroken = true }
      throw failure
    }
    return results
  }

  /// Reads up to the synchronization point, and returns the failure of the commit there.
  ///
  /// Sync "causes the backend to close the current transaction if it's not inside a BEGIN/COMMIT transaction
  /// block ("close" meaning to commit if no error, or roll back if error)".
  /// https://www.postgresql.org/docs/15/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY
  private func readSynchronization() throws(PostgreSQLFailure) -> PostgreSQLFailure? {
    var failure: PostgreSQLFailure?
    for _ in 0..<3 {
      guard let answer = try next() else { continue }
      defer { libpq.call.PQclear(answer) }
      switch libpq.call.PQresultStatus(answer) {
      case PGRES_PIPELINE_SYNC: return failure
      case PGRES_FATAL_ERROR: failure = self.failure(answer)
      default: throw lost("the answers are out of step")
      }
    }
    throw lost("the answers are out of step")
  }

  /// The next result; nil at the end of the results of one statement.
  private func next() throws(PostgreSQLFailure) -> OpaquePointer? {
    while libpq.call.PQisBusy(handle) == 1 {
      _ = try wait(for: Int16(POLLIN))
      guard libpq.call.PQconsumeInput(handle) == 1 else {
        throw lost(Self.line(libpq.call.PQerrorMessage(handle)))
      }
    }
    let answer = libpq.call.PQgetResult(handle)
    guard libpq.call.PQstatus(handle) == CONNECTION_OK else {
      if let answer { libpq.call.PQclear(answer) }
      throw lost(Self.line(libpq.call.PQerrorMessage(handle)))
    }
    return answer
  }

  private func wait(for events: Int16) throws(PostgreSQLFailure) -> Int16 {
    while true {
      let left = ContinuousClock.now.duration(to: ending)
      let milliseconds =
        left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
      guard milliseconds > 0 else { throw lost("the database did not answer in time") }
      var descriptor = pollfd(fd: libpq.call.PQsocket(handle), events: events, revents: 0)
      let count = poll(&descriptor, 1, Int32(clamping: milliseconds))
      if count > 0 { return descriptor.revents }
      if count < 0, errno != EINTR { throw lost("poll failed: \(errno)") }
    }
  }

  private func lost(_ text: String) -> PostgreSQLFailure {
    isBroken = true
    // Without a transaction, a statement may have taken effect once it was sent.
    let isOpen = transactionState == .begun || transactionState == .changed
    return .lost(text, outcomeIsUnknown: !isOpen)
  }

  private func failure(_ answer: OpaquePointer) -> PostgreSQLFailure {
    // The detail and the context of a message contain values. The constants are macros of characters.
    func field(_ name: Character) -> String {
      libpq.call.PQresultErrorField(answer, Int32(name.asciiValue ?? 0)).map { String(cString: $0) }
        ?? ""
    }
    // unique_violation
    if field("C") == "23505" { return .taken(table: field("t")) }
    return .refused(state: field("C"), field("M"))
  }

  private static func line(_ message: UnsafePointer<CChar>?) -> String {
    let text = message.map { String(cString: $0) } ?? ""
    return text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
