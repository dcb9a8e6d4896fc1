// SPDX-License-Identifier: Apache-2.0
import History
import TestKit

extension DaemonTests.NodeTests {
  // attack: ST-17 ST-23
  @Test(
    "a server without a network to its database answers 503 until it is back; the others go on",
    .enabled(if: OwnNetwork.isPossible, "network namespaces cannot be made: they need root and ip"))
  func cutOff() async throws {
    let rounds = Rounds.count(1, soak: 10)
    let network = try await OwnNetwork()
    defer { network.stop() }
    var options = PostgreSQLServer.Options()
    options.addresses = [network.databaseAddress]
    let server = try await PostgreSQLServer(options)
    defer { server.stop() }
    let name = try server.freshName()
    let here = NodePlace(database: server.address(of: name))
    let there = NodePlace(
      database: "postgresql://coatcheck@\(network.databaseAddress)/\(name)?sslmode=disable",
      network: network, options: ["--set", "databaseUnverified=true"])
    let run = try await NodeRun(at: [there, here, here]) { nodes in
      var token = try await nodes[0].token()
      for _ in 0..<rounds {
        try await Task.sleep(for: .seconds(1))
        try network.cut()
        #expect(try await nodes[0].refuses(&token))
        for node in nodes.dropFirst() { try await node.serves() }
        try network.restore()
        try await nodes[0].serves()
        #expect(try await nodes[0].status(refreshing: &token) == 200)
      }
    }
    print("cuts: \(rounds), \(run.calls.count) calls, \(run.grants) granted")
    #expect(run.broken.isEmpty, "\(run.broken.prefix(10))")
    #expect(run.grants > rounds * 5 && run.hasUnknown)
  }

  @Test("without free database connections they answer 503, and go on when there are some")
  func exhausted() async throws {
    let rounds = Rounds.count(1, soak: 10)
    var options = PostgreSQLServer.Options()
    options.connections = 20
    let server = try await PostgreSQLServer(options)
    defer { server.stop() }
    let name = try server.freshName()
    try await server.run("CREATE ROLE server LOGIN", "ALTER DATABASE \(name) OWNER TO server")
    let place = NodePlace(
      database: server.address(of: name, user: "server"),
      options: ["--set", "databaseConnections=3"])
    let run = try await NodeRun(at: Array(repeating: place, count: 3)) { nodes in
      var token = try await nodes[0].token()
      for _ in 0..<rounds {
        try await Task.sleep(for: .seconds(1))
        let others = try await IdleConnections(to: server, count: 20, insteadOf: "server")
        for node in nodes { #expect(try await node.refuses(&token)) }
        try await others.stop()
        for node in nodes { try await node.serves() }
        #expect(try await nodes[0].status(refreshing: &token) == 200)
      }
    }
    print("exhaustions: \(rounds), \(run.calls.count) calls, \(run.grants) granted")
    #expect(run.broken.isEmpty, "\(run.broken.prefix(10))")
    #expect(run.grants > rounds * 5 && run.hasUnknown)
  }

  // attack: ST-06
  @Test(
    "when the database's disk is full they answer 503, and go on when there is room",
    .enabled(if: SmallDisk.isPossible, "small disks cannot be mounted"))
  func full() async throws {
    let rounds = Rounds.count(1, soak: 10)
    var options = PostgreSQLServer.Options()
    options.disk = "128m"
    let server = try await PostgreSQLServer(options)
    defer { server.stop() }
    let run = try await NodeRun(over: server.freshDatabase()) { nodes in
      var token = try await nodes[0].token()
      for _ in 0..<rounds {
        try await Task.sleep(for: .seconds(1))
        try server.fillDisk()
        for node in nodes { #expect(try await node.refuses(&token)) }
        try server.freeDisk()
        for node in nodes { try await node.serves() }
        #expect(try await nodes[0].status(refreshing: &token) == 200)
      }
    }
    print("full disks: \(rounds), \(run.calls.count) calls, \(run.grants) granted")
    #expect(run.broken.isEmpty, "\(run.broken.prefix(10))")
    #expect(run.grants > rounds * 5 && run.hasUnknown)
  }
}
