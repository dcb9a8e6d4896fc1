// SPDX-License-Identifier: Apache-2.0
import Foundation
public import CoatcheckOAuth
public import CoatcheckTesting

extension TestClock {
  /// The time of this clock, system randomness, and a sleep of a millisecond for every duration.
  public var environment: RuntimeEnvironment {
    RuntimeEnvironment(
      now: { self.now }, random: RuntimeEnvironment.live.random,
      sleep: { _ in try await Task.sleep(for: .milliseconds(1)) },
      uptime: { .seconds(1000 + self.now.timeIntervalSince(TestClock.start)) })
  }
}
