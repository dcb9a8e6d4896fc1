// SPDX-License-Identifier: Apache-2.0
import CoatcheckWeb
import TestKit

extension WebRow {
  static let data: [WebRow] = [
    WebRow("W-44", "requests that change the data of a session during a refresh lose nothing") {
      framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      try await alice.signIn()
      var token = try await alice.open("/token").text
      for round in 1...5 {
        world.clock.advance(by: .seconds(3600))
        let texts = try await concurrently(20) { n in
          try await alice.open(n.isMultiple(of: 2) ? "/token" : "/count").text
        }
        let tokens = Set(texts.filter { $0.hasPrefix("token ") })
        #expect(tokens.count == 1 && !tokens.contains(token), "\(Set(texts))")
        token = try await alice.open("/token").text
        #expect(tokens == [token], "the tokens went back")
        #expect(try await alice.open("/count").text == "visits \(11 * round)")
        #expect(world.provider.requests.count("/token") == 1 + round)
      }
      await world.stop()
    },
    WebRow("W-44", "data changed on two servers during a refresh are not lost", in: [.none]) { _ in
      let world = try await World.start()
      _ = try await world.twin()
      let alice = world.visitor()
      try await alice.signIn()
      for round in 1...10 {
        world.clock.advance(by: .seconds(3600))
        let texts = try await concurrently(20) { n in
          try await alice.open(n % 4 < 2 ? "/token" : "/count", node: n % 2).text
        }
        #expect(Set(texts.filter { $0.hasPrefix("token ") }).count == 1, "\(Set(texts))")
        #expect(texts.filter { $0.hasPrefix("visits ") }.count == 10, "\(Set(texts))")
        for node in 0...1 {
          let token = try await alice.open("/token", node: node).text
          #expect(texts.contains(token), "server \(node)")
        }
        #expect(try await alice.open("/count", node: 0).text == "visits \(11 * round)")
        #expect(world.provider.requests.count("/token") == 1 + round)
      }
      await world.stop()
    },
    WebRow("W-44", "data that are written after the sign-out are not stored") { framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      try await alice.signIn()
      #expect(try await alice.open("/count").text == "visits 1")
      try await alice.signOut()
      #expect(try await alice.open("/count").status == 303)
      try await alice.signIn()
      #expect(try await alice.open("/count").text == "visits 1")
      await world.stop()
    },
    WebRow("W-44", "a stronger sign-in keeps the data of the session, and another user's does not")
    {
      framework in
      let world = try await World.start(framework)
      let alice = world.visitor()
      try await alice.signIn()
      #expect(try await alice.open("/count").text == "visits 1")
      world.clock.advance(by: .seconds(700))
      let asked = try await alice.open("/recent")
      let callback = try await alice.callback(opening: try #require(asked.location))
      #expect(try await alice.open(callback).location == alice.origin + "/recent")
      #expect(try await alice.open("/count").text == "visits 2")
      let bob = alice.handed(to: .bob)
      try await bob.signOut()
      try await bob.signIn()
      #expect(try await bob.open("/count").text == "visits 1")
      await world.stop()
    },
  ]
}
