// SPDX-License-Identifier: Apache-2.0

import TestKit

/// Collects the events of a session from now on.
struct Events {
  private let stream: AsyncStream<SessionEvent>

  init(_ session: Session) {
    stream = session.events
  }

  /// All events; waits until the session has ended.
  func all() async -> [SessionEvent] {
    await stream.reduce(into: []) { $0.append($1) }
  }
}
