// SPDX-License-Identifier: Apache-2.0
import TestSupport

extension HistoryWorkload {
  /// Runs clients that use all calls of servers with pages, until a condition holds.
  public func runWithPages(
    clients: Int, until isOver: @escaping @Sendable (History) -> Bool
  ) async {
    await run(clients, until: isOver) { _, _, random in
      switch random.next() % 8 {
      case 0, 1, 2: await family(&random)
      case 3, 4: await device(&random)
      case 5: await pushed(&random)
      case 6: await session(&random)
      default: await client(&random)
      }
    }
  }

  private func device(_ random: inout SplitMix64) async {
    guard let device = try? await target(&random).pages().approvedDevice() else { return }
    let copies = random.next() % 4 == 0 ? 2 : 1
    let token = await together(.poll(device: device), copies, &random)
    if random.next() % 4 == 0 { await once(.poll(device: device), &random) }
    if let token { await family(from: token, &random) }
  }

  private func pushed(_ random: inout SplitMix64) async {
    guard let request = try? await target(&random).pages().pushedRequest() else { return }
    await together(.visit(request: request), Int(random.next() % 3) + 1, &random)
    if random.next() % 2 == 0 { await once(.visit(request: request), &random) }
  }

  private func session(_ random: inout SplitMix64) async {
    guard let session = try? await target(&random).pages().session() else { return }
    for _ in 0..<Int(random.next() % 4) { await once(.browse(session: session), &random) }
    guard random.next() % 4 != 0 else { return }
    await together(.signOut(session: session), Int(random.next() % 2) + 1, &random)
    for _ in 0..<3 { await once(.browse(session: session), &random) }
  }

  private func client(_ random: inout SplitMix64) async {
    guard let id = try? await target(&random).pages().registeredClient() else { return }
    for _ in 0..<4 { await once(.useClient(id: id), &random) }
  }
}
