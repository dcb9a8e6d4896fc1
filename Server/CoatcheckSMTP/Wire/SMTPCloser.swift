// SPDX-License-Identifier: Apache-2.0
import NIOCore
import Synchronization

/// Closes the connections of an exchange that is cancelled, also those that are being opened.
final class SMTPCloser: Sendable {
  private struct State {
    var isClosed = false
    var channels: [any Channel] = []
  }

  private let state = Mutex(State())

  func adopt(_ channel: any Channel) {
    let isClosed = state.withLock { state in
      state.channels.append(channel)
      return state.isClosed
    }
    if isClosed { channel.close(promise: nil) }
  }

  func close() {
    let channels = state.withLock { state in
      state.isClosed = true
      return state.channels
    }
    for channel in channels { channel.close(promise: nil) }
  }
}
