// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckTesting
import Foundation

/// Runs each flow once unchanged, and then again with one response spoilt in each way.
struct Rehearsal {
  let folder: String
  let marks: Marks

  /// How many responses of one flow are spoilt.
  private static let depth = 16

  func run() async throws {
    try markKeys()
    for flow in Flow.all {
      let answers = try await go(flow, nil)
      Show.line("flow \(flow.name): \(answers) answers")
      var spoilt = 0
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<min(answers, Self.depth) {
          for way in Spoiling.allCases {
            if spoilt >= 4 { try await group.next() }
            spoilt += 1
            group.addTask {
              do {
                _ = try await go(flow, (number, way))
              } catch {
                Show.value("\(flow.name), answer \(number) \(way.rawValue)", error)
              }
            }
          }
        }
        try await group.waitForAll()
      }
      Show.line("spoilt \(flow.name): \(spoilt) times")
    }
  }

  private func go(_ flow: Flow, _ spoiling: (number: Int, way: Spoiling)?) async throws -> Int {
    let stage = Stage(
      marks: marks, network: WireTap(Transports.system, marks, spoiling: spoiling), folder: folder)
    try await flow.run(stage)
    return stage.network.count
  }

  /// Marks the keys of the servers.
  private func markKeys() throws {
    marks.add("master_key", String(decoding: [UInt8](repeating: 7, count: 32), as: UTF8.self))
    for key in try TestKeys.signing() {
      let json = key.privateJWK()
      for name in ["d", "p", "q", "dp", "dq", "qi"] {
        marks.add("private_key", json[name]?.stringValue)
      }
    }
  }
}
