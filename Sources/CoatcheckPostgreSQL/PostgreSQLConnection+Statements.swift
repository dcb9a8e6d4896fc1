// SPDX-License-Identifier: Apache-2.0

extension PostgreSQLConnection {
  /// Runs a statement, and counts the rows it changed.
  @discardableResult
  package func change(
    _ text: String, _ values: PostgreSQLValue...
  ) throws(PostgreSQLFailure) -> Int {
    try answer(text, values).changed
  }

  /// Runs a statement together with the next one, whose failure is its failure as well. Inside a transaction only.
  package func later(_ text: String, _ values: PostgreSQLValue...) { later(text, values) }

  /// Runs a statement together with the next one, as above.
  package func later(_ text: String, _ values: [PostgreSQLValue]) {
    waiting.append(PreparedCall(text, values))
    if !text.hasPrefix("SELECT") { transactionState = .changed }
  }

  /// The first row of the answer to a statement.
  package func first(
    _ text: String, _ values: PostgreSQLValue...
  ) throws(PostgreSQLFailure) -> PostgreSQLRow? {
    try answer(text, values).rows.first
  }

  /// The rows of the answer to a statement.
  package func all(
    _ text: String, _ values: PostgreSQLValue...
  ) throws(PostgreSQLFailure) -> [PostgreSQLRow] {
    try answer(text, values).rows
  }

  /// The rows of the answer to a statement.
  package func all(
    _ text: String, _ values: [PostgreSQLValue]
  ) throws(PostgreSQLFailure) -> [PostgreSQLRow] {
    try answer(text, values).rows
  }

  /// The number in the first column named `count` of the answer.
  package func count(
    _ text: String, _ values: PostgreSQLValue...
  ) throws(PostgreSQLFailure) -> Int {
    Int(try answer(text, values).rows.first?.number("count") ?? 0)
  }

  /// The rows of the answers to several statements, which travel together. Each sees what those before it did.
  package func together(
    _ calls: [PreparedCall]
  ) throws(PostgreSQLFailure) -> [[PostgreSQLRow]] {
    try answers(calls).map(\.rows)
  }

  private func answer(
    _ text: String, _ values: [PostgreSQLValue]
  ) throws(PostgreSQLFailure) -> PostgreSQLResult {
    guard let answer = try answers([PreparedCall(text, values)]).last else {
      throw .lost("an answer is missing", outcomeIsUnknown: true)
    }
    return answer
  }

  private func answers(
    _ calls: [PreparedCall]
  ) throws(PostgreSQLFailure) -> ArraySlice<PostgreSQLResult> {
    let all = waiting + calls
    waiting = []
    let results = try run(all)
    guard results.count == all.count else {
      breakOff()
      throw .lost("an answer is missing", outcomeIsUnknown: true)
    }
    let answers = results.suffix(calls.count)
    if transactionState == .begun,
      zip(calls, answers).contains(where: { Self.hasChanged($0.text, $1) })
    {
      transactionState = .changed
    }
    return answers
  }

  /// Whether a statement changed something. One that begins with `WITH` may, whatever it returns.
  private static func hasChanged(_ text: String, _ result: PostgreSQLResult) -> Bool {
    if text.hasPrefix("SELECT") { return false }
    return text.hasPrefix("WITH") || result.changed > 0
  }
}

extension PostgreSQLConnection {
  /// Runs a verb in a transaction. What it throws undoes it.
  package func transaction<R>(_ verb: (PostgreSQLConnection) throws -> R) throws -> R {
    waiting = [PreparedCall("BEGIN")]
    transactionState = .begun
    do {
      let result = try verb(self)
      try finish()
      return result
    } catch {
      abandon()
      throw error
    }
  }

  private func finish() throws(PostgreSQLFailure) {
    // Locks alone are not worth waiting for the disk, which a commit does.
    guard transactionState == .changed else {
      abandon()
      return
    }
    let calls = waiting + [PreparedCall("COMMIT")]
    waiting = []
    transactionState = .committing
    let results = try run(calls)
    transactionState = .absent
    // "COMMIT" of a transaction that has failed is answered with "ROLLBACK".
    guard results.last?.tag == "COMMIT" else {
      throw .refused(state: "40000", "the transaction was undone")
    }
  }

  /// Undoes a transaction that is open, so that the connection may be used again.
  func abandon() {
    let wasSent = waiting.first?.text != "BEGIN"
    let wasOpen = transactionState != .absent
    waiting = []
    transactionState = .absent
    guard wasOpen, wasSent, !isBroken else { return }
    do {
      _ = try run([PreparedCall("ROLLBACK")])
    } catch {
      breakOff()
    }
  }
}
