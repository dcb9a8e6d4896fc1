// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import HTTPTypes
import Synchronization
public import CoatcheckFoundation

/// The clock of an authorization server, as learned from the `Date` field of its responses.
///
/// A machine whose clock is wrong can then still tell whether an ID token is valid now. The responses come
/// from the authorization server itself, over TLS, and an attacker that can forge them can forge the ID
/// token as well. [RFC 9110 §6.6.1](https://www.rfc-editor.org/rfc/rfc9110#section-6.6.1).
public final class ServerClock: Sendable {
  private let learned = Mutex<TimeInterval?>(nil)

  /// Creates a clock that has learned nothing yet: it agrees with the wall clock of this machine.
  public init() {}

  /// How many seconds the authorization server's clock is ahead of this machine's; nil before its first
  /// response. The `Date` field has whole seconds, so that a second more or less means nothing.
  public var offset: TimeInterval? { learned.withLock { $0 } }

  /// The present time by the authorization server's clock.
  func now(_ environment: RuntimeEnvironment) -> Date {
    environment.now().addingTimeInterval(offset ?? 0)
  }

  /// Learns the offset from the `Date` field of a response.
  ///
  /// - Parameters:
  ///   - head: The head of the response.
  ///   - sent: When the request was sent, by this machine's clock.
  ///   - received: When the response was received, by this machine's clock.
  func learn(from head: HTTPResponse, sent: Date, received: Date) {
    // The date of a cached response is too old.
    guard head.headerFields[.age] == nil,
      let date = head.headerFields[.date].flatMap(HTTPDate.parse)
    else { return }
    // The date was generated between the two times, and is rounded down, by half a second on average.
    let middle = sent.addingTimeInterval(received.timeIntervalSince(sent) / 2)
    let offset = date.addingTimeInterval(0.5).timeIntervalSince(middle)
    // An offset within the precision of the measurement counts as zero.
    let error = 0.5 + abs(received.timeIntervalSince(sent)) / 2
    learned.withLock { $0 = abs(offset) <= error ? 0 : offset }
  }
}
