// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSTesting
import Coatcheck
import CoatcheckTesting
import Foundation

/// The document's two integrations against a real server: pages of the service, and calls alone.
enum IDaaSDemo {
  static func run(inBrowser: Bool) async throws {
    Narrator.step(
      "Starting the service with an outbox for its messages, and a Weibo beside it")
    let service = try await Service.start()
    do {
      Narrator.tell("the tenant is \(service.server.origin); Weibo is \(service.server.weibo.url)")
      try await PagesTour(service: service, inBrowser: inBrowser).run()
      try await CallsTour(service: service).run()
    } catch {
      await service.server.stop()
      throw error
    }
    await service.server.stop()
    Narrator.step("The service is stopped, and what it knew is gone. That was all of it.")
  }
}
