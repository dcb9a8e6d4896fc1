// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
package import CoatcheckIssuer
public import CoatcheckOAuth
public import Foundation
public import Logging
import Synchronization

/// The audit log in the store, which the administration API reads.
///
/// Events are collected and written together every half second: a sign-in does not wait for its entry.
/// Events that were not written when the process is killed are in the log only, and so are those beyond 200
/// at a time. Issued tokens are not in it: there are too many, and they are listed themselves.
public final class AuditTrail: Sendable {
  /// The maximum number of events that wait. Further events are only logged, and an entry states their
  /// number: unauthenticated requests must not fill the disk.
  private static let capacity = 200
  private static let pause = Duration.milliseconds(500)
  /// The number of pauses between two removals of old entries.
  private static let roundsBetweenSweeps = 600

  private let store: any AdministrationStore
  private let environment: RuntimeEnvironment
  private let retention: TimeInterval
  private let logger: Logger
  private let waiting = Mutex<Waiting>(Waiting())

  /// The events for the next write.
  private struct Waiting {
    var entries: [AuditEntry] = []
    var left = 0
  }

  /// Creates an audit log; nothing is written before ``run()``.
  ///
  /// - Parameters:
  ///   - store: The store that keeps the entries.
  ///   - environment: The wall clock of the entries, and the timer between two writes.
  ///   - retention: The age, in seconds, from which entries are removed.
  ///   - logger: Receives a warning when entries cannot be written or removed.
  public init(
    store: any AdministrationStore, environment: RuntimeEnvironment, retention: TimeInterval,
    logger: Logger
  ) {
    self.store = store
    self.environment = environment
    self.retention = retention
    self.logger = logger
  }

  /// Collects an event for the next write.
  package func note(_ event: AuditEvent) {
    guard event.name != .tokensIssued else { return }
    var details = event.details.mapValues(AuditLog.line)
    let entry = AuditEntry(
      time: environment.now(), event: event.name.rawValue, actor: nil,
      subject: details.removeValue(forKey: "user"), client: details.removeValue(forKey: "client"),
      address: details.removeValue(forKey: "from"), details: details)
    waiting.withLock { waiting in
      if waiting.entries.count < Self.capacity {
        waiting.entries.append(entry)
      } else {
        waiting.left += 1
      }
    }
  }

  /// Writes the collected events and removes old entries, until the task is cancelled; then writes once
  /// more.
  ///
  /// Errors of the store are logged; the events of that write are lost for the store.
  public func run() async {
    var round = 0
    while !Task.isCancelled {
      try? await environment.sleep(Self.pause)
      // In a separate task, so that collected events are written also after a cancellation.
      await Task { await flush() }.value
      if round % Self.roundsBetweenSweeps == 0 { await sweep() }
      round += 1
    }
  }

  /// Writes the collected events.
  package func flush() async {
    let waiting = waiting.withLock { waiting in
      defer { waiting = Waiting() }
      return waiting
    }
    var entries = waiting.entries
    guard !entries.isEmpty else { return }
    if waiting.left > 0 {
      entries.append(
        AuditEntry(
          time: environment.now(), event: "audit_entries_left_out",
          details: ["count": String(waiting.left)]))
    }
    do {
      try await store.keepAudit(entries)
    } catch {
      logger.warning("the audit log could not be kept", metadata: ["error": "\(error)"])
    }
  }

  private func sweep() async {
    let oldest = environment.now().addingTimeInterval(-retention)
    do {
      _ = try await store.sweepAudit(before: oldest, limit: 10_000)
    } catch {
      logger.warning("old entries of the audit log stay", metadata: ["error": "\(error)"])
    }
  }
}
