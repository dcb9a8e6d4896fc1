// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A point at which two concurrent calls wait for each other, so that one changes what the other has read.
final class Crossing: Sendable {
  private let isWaiting = Mutex(false)

  /// Waits for another call, for at most about 10 ms: a call without another one continues.
  func meet() async {
    let isSecond = isWaiting.withLock { waiting in
      defer { waiting.toggle() }
      return waiting
    }
    if isSecond { return }
    for _ in 0..<10 {
      try? await Task.sleep(for: .milliseconds(1))
      if !isWaiting.withLock(\.self) { return }
    }
    isWaiting.withLock { $0 = false }
  }
}
