// SPDX-License-Identifier: Apache-2.0
import TestKit

@testable import CoatcheckAsyncHTTP

@Suite("The clients of the hosts that were asked last")
struct HostClientsTests {
  @Test("are those of their host, and the ones that were not used longest make room for others")
  func room() {
    var hosts = HostClients()
    let make = { HTTPClients(through: nil) }
    let first = hosts.clients(for: "0.example", make)
    weak let second = hosts.clients(for: "1.example", make)
    for number in 2..<64 { _ = hosts.clients(for: "\(number).example", make) }
    #expect(hosts.clients(for: "0.example", make) === first)
    #expect(second != nil)
    _ = hosts.clients(for: "64.example", make)
    // Nobody waits for an answer of its host: its connections are closed.
    #expect(second == nil)
    #expect(hosts.clients(for: "0.example", make) === first)
  }
}
