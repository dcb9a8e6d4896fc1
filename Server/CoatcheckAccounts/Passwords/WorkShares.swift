// SPDX-License-Identifier: Apache-2.0

/// The owner of a job, by which a ``WorkPool`` shares its places.
struct WorkOwner: Sendable, Equatable {
  /// The source of the password, such as an IP address.
  let source: String
  /// Whether the last passwords of the source were wrong: ``GuessingSources``.
  let isGuessing: Bool
}

/// Shares the places of a pool between the sources, and decides which job is next.
///
/// A place is a worker or a place in the queue. Jobs without an owner belong to the program itself, and are
/// not limited.
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

  /// Whether an owner may take one more place: at most half for one source, and half for all guessing
  /// sources.
  func admits(_ owner: WorkOwner?) -> Bool {
    guard let owner else { return true }
    return places[owner.source, default: 0] < half && (!owner.isGuessing || guessingPlaces < half)
  }

  /// Whether a job of an owner may run now. With two or more workers, one is reserved for owners that do
  /// not guess.
  func mayRun(_ owner: WorkOwner?) -> Bool {
    owner?.isGuessing != true || guessingRunning < max(1, workers - 1)
  }

  /// The index of the owner whose job is next: owners that do not guess come first, and among these the
  /// source whose last job started longest ago.
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

  /// Records that a job has run.
  mutating func finish(_ owner: WorkOwner?) {
    if owner?.isGuessing == true { guessingRunning -= 1 }
    leave(owner)
  }

  /// Frees the place of a job.
  mutating func leave(_ owner: WorkOwner?) {
    guard let owner else { return }
    if owner.isGuessing { guessingPlaces -= 1 }
    let left = places[owner.source, default: 1] - 1
    places[owner.source] = left > 0 ? left : nil
    // A source without places is forgotten.
    if left <= 0 { turns[owner.source] = nil }
  }

  private func rank(_ owner: WorkOwner?) -> (Int, Int) {
    guard let owner else { return (0, 0) }
    return (owner.isGuessing ? 1 : 0, turns[owner.source] ?? 0)
  }
}
