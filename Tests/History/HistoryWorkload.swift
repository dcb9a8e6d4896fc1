// SPDX-License-Identifier: Apache-2.0
import TestSupport

/// Clients that use codes and tokens at several servers, correctly and incorrectly, and record the
/// outcomes.
public struct HistoryWorkload: Sendable {
  private let targets: [any HistoryTarget]
  private let history: History
  private let seed: UInt64

  /// Creates a workload.
  ///
  /// - Parameters:
  ///   - targets: The servers; each call goes to a random one.
  ///   - history: Records the calls.
  ///   - seed: The seed of the random choices.
  public init(_ targets: [any HistoryTarget], into history: History, seed: UInt64) {
    self.targets = targets
    self.history = history
    self.seed = seed
  }

  /// Runs clients until a condition holds, or the task is cancelled.
  ///
  /// - Parameters:
  ///   - clients: The number of clients.
  ///   - isOver: The condition, which is checked after every family.
  public func run(
    clients: Int, until isOver: @escaping @Sendable (History) -> Bool
  ) async {
    await run(clients, until: isOver) { client, round, random in
      await family(&random)
      await together(.once(key: "jti \(seed) \(client) \(round)"), 2, &random)
      await together(.attempt(key: "key \(seed) \(client) \(round)", limit: 3), 5, &random)
    }
  }

  func run(
    _ clients: Int, until isOver: @escaping @Sendable (History) -> Bool,
    _ body: @escaping @Sendable (_ client: Int, _ round: Int, inout SplitMix64) async -> Void
  ) async {
    await withTaskGroup(of: Void.self) { group in
      for client in 0..<clients {
        group.addTask {
          var random = SplitMix64(seed: seed &* 1_000 &+ UInt64(client))
          var round = 0
          while !Task.isCancelled, !isOver(history) {
            round += 1
            await body(client, round, &random)
          }
        }
      }
    }
  }

  /// Runs the calls of one family, from its code on.
  func family(_ random: inout SplitMix64) async {
    guard let code = try? await target(&random).issueCode() else { return }
    let copies = random.next() % 8 == 0 ? 2 : 1
    guard let token = await together(.redeem(code: code), copies, &random) else { return }
    await family(from: token, &random)
  }

  /// Runs the calls of one family, from its first refresh token on.
  func family(from first: String, _ random: inout SplitMix64) async {
    var (before, token) = (first, first)
    for _ in 0..<Int(random.next() % 12) {
      // A cancelled call may still take effect: calls after it cannot be checked.
      if Task.isCancelled { return }
      switch random.next() % 16 {
      case 0: await once(.refresh(token: before), &random)
      case 1:
        await once(.end(token: token), &random)
        await once(.use(token: token), &random)
      case 2, 3: await once(.use(token: token), &random)
      default:
        let copies = random.next() % 4 == 0 ? 3 : 1
        guard let next = await together(.refresh(token: token), copies, &random) else { continue }
        (before, token) = (token, next)
      }
    }
  }

  /// Makes one call several times concurrently. If none gets a response, it is repeated for a while.
  ///
  /// - Returns: A token that was granted.
  @discardableResult
  func together(
    _ call: RecordedCall.Request, _ count: Int, _ random: inout SplitMix64
  ) async -> String? {
    for attempt in 0..<100 {
      let chosen = (0..<count).map { _ in target(&random) }
      let outcomes = await withTaskGroup(of: RecordedCall.Outcome.self) { group in
        for target in chosen {
          group.addTask { await history.record(call) { try await target.make(call) } }
        }
        return await group.reduce(into: [RecordedCall.Outcome]()) { $0.append($1) }
      }
      for case .granted(let token) in outcomes { return token }
      // A client may repeat only a refresh that got no response.
      guard case .refresh = call, outcomes.contains(.unknown), !Task.isCancelled else { return nil }
      try? await Task.sleep(for: .milliseconds(20 + 5 * attempt))
    }
    return nil
  }

  func once(_ call: RecordedCall.Request, _ random: inout SplitMix64) async {
    await together(call, 1, &random)
  }

  func target(_ random: inout SplitMix64) -> any HistoryTarget {
    targets[Int(random.next() % UInt64(targets.count))]
  }
}
