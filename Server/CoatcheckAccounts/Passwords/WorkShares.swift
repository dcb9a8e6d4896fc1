// SPDX-License-Identifier: Apache-2.0

/// Whom a job is done for.
struct WorkOwner: Sendable, Equatable {
  /// Where it comes from.
  let source: String
  /// Whether the last passwords from there were wrong.
  let isGuessing: Bool
}

/// Who holds the places of a pool, and who is next.
///
/// A place is a worker or a place in the queue. Jobs without an owner are the program's own and have no share.
struct WorkShares: Sendable {
  private let workers: Int
  private let half: Int
  private var places: [String: Int] = [:]
  private var turns: [String: Int] = [:]
  private var guessingPlaces = 0
  private var guessingRunning = 0
  private var turn = 0

  init(workers: Int, queue: Int) {
    self.workers = workers
    half = max(1, (workers + queue) / 2)
  }

  /// Whether an owner may have one more place.
  func admits(_ owner: WorkOwner?) -> Bool {
    guard let owner else { return true }
    return places[owner.source, default: 0] < half && (!owner.isGuessing || guessingPlaces < half)
  }

  /// Whether a job of an owner may run now. One worker is kept for those who do not guess, if there are two.
  func mayRun(_ owner: WorkOwner?) -> Bool {
    owner?.isGuessing != true || guessingRunning < max(1, workers - 1)
  }

  /// Of several owners, the place of the one whose job is next: those who do not guess first, and among equals the source whose
  /// turn was longest ago.
  func next(of owners: some Collection<WorkOwner?>) -> Int? {
    let allowed = owners.enumerated().filter { mayRun($0.element) }
    return allowed.min { rank($0.element) < rank($1.element) }?.offset
  }

  mutating func take(_ owner: WorkOwner?) {
    guard let owner else { return }
    places[owner.source, default: 0] += 1
    if owner.isGuessing { guessingPlaces += 1 }
  }

  mutating func start(_ owner: WorkOwner?) {
    guard let owner else { return }
    turn += 1
    turns[owner.source] = turn
    if owner.isGuessing { guessingRunning += 1 }
  }

  /// A job has run.
  mutating func finish(_ owner: WorkOwner?) {
    if owner?.isGuessing == true { guessingRunning -= 1 }
    leave(owner)
  }

  /// A place is free again.
  mutating func leave(_ owner: WorkOwner?) {
    guard let owner else { return }
    if owner.isGuessing { guessingPlaces -= 1 }
    let left = places[owner.source, default: 1] - 1
    places[owner.source] = left > 0 ? left : nil
    // Nothing is kept of a source that has no place.
    if left <= 0 { turns[owner.source] = nil }
  }

  private func rank(_ owner: WorkOwner?) -> (Int, Int) {
    guard let owner else { return (0, 0) }
    return (owner.isGuessing ? 1 : 0, turns[owner.source] ?? 0)
  }
}
