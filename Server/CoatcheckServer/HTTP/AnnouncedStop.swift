// SPDX-License-Identifier: Apache-2.0
import ServiceLifecycle

/// A service, and a function that is called as soon as a signal asks the service to stop.
struct AnnouncedStop: Service {
  let service: any Service
  let stopping: @Sendable () -> Void

  func run() async throws {
    try await withGracefulShutdownHandler {
      try await service.run()
    } onGracefulShutdown: {
      stopping()
    }
  }
}
