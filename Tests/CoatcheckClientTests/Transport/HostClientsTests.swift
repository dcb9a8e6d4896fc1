// SPDX-License-Identifier: Apache-2.0
import TestKit

@testable import CoatcheckAsyncHTTP

@Suite("The HTTP clients of the most recent hosts")
struct HostClientsTests {
  @Test("are those of their host, and the least recently used ones are evicted")
  func room() {
    var hosts = HostClients()
    let make = { HTTPClients(through: nil) }
    let first = hosts.clients(for: "0.example", make)
    weak let second = hosts.clients(for: "1.example", make)
    for number in 2..<64 { _ = hosts.clients(for: "\(number).example", make) }
    #expect(hosts.clients(for: "0.example", make) === first)
    #expect(second != nil)
    _ = hosts.clients(for: "64.example", make)
    // No request to its host is in progress: its connections are closed.
    #expect(second == nil)
    #expect(hosts.clients(for: "0.example", make) === first)
  }
}
