// SPDX-License-Identifier: Apache-2.0

extension PostgreSQLConnection {
  /// Runs a statement, and returns the number of rows that it changed.
  @discardableResult
  package func change(
    _ text: String, _ values: PostgreSQLValue...
  ) throws(PostgreSQLFailure) -> Int {
    try answer(text, values).changed
  }

  /// Sends a statement together with the next one, which fails if this one fails. Only inside a
  /// transaction.
  package func later(_ text: String, _ values: PostgreSQLValue...) { later(text, values) }

  /// Sends a statement together with the next one, as above.
  package func later(_ text: String, _ values: [PostgreSQLValue]) {
    waiting.append(PreparedCall(text, values))
    if !text.hasPrefix("SELECT") { transactionState = .changed }
  }

  /// The first row of a statement's result.
  package func first(
    _ text: String, _ values: PostgreSQLValue...
  ) throws(PostgreSQLFailure) -> PostgreSQLRow? {
    try answer(text, values).rows.first
  }

  /// The rows of a statement's result.
  package func all(
    _ text: String, _ values: PostgreSQLValue...
  ) throws(PostgreSQLFailure) -> [PostgreSQLRow] {
    try answer(text, values).rows
  }

  /// The rows of a statement's result.
  package func all(
    _ text: String, _ values: [PostgreSQLValue]
  ) throws(PostgreSQLFailure) -> [PostgreSQLRow] {
    try answer(text, values).rows
  }

  /// The number in the column `count` of the first row.
  package func count(
    _ text: String, _ values: PostgreSQLValue...
  ) throws(PostgreSQLFailure) -> Int {
    Int(try answer(text, values).rows.first?.number("count") ?? 0)
  }

  /// The rows of several statements, which are sent together. Each sees the changes of those before it.
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

  /// Whether a statement changed rows. One that begins with `WITH` counts as a change, whatever it returns.
  private static func hasChanged(_ text: String, _ result: PostgreSQLResult) -> Bool {
    if text.hasPrefix("SELECT") { return false }
    return text.hasPrefix("WITH") || result.changed > 0
  }
}

extension PostgreSQLConnection {
  /// Runs a verb in a transaction. If it throws, the transaction is rolled back.
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
    // A transaction that only took locks is rolled back: a commit would wait for the disk.
    guard transactionState == .changed else {
      abandon()
      return
    }
    let calls = waiting + [PreparedCall("COMMIT")]
    waiting = []
    transactionState = .committing
    let results = try run(calls)
    transactionState = .absent
    // The server responds to "COMMIT" of a failed transaction with "ROLLBACK".
    guard results.last?.tag == "COMMIT" else {
      throw .refused(state: "40000", "the transaction was undone")
    }
  }

  /// Rolls back an open transaction, so that the connection can be used again.
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
