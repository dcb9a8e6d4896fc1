// SPDX-License-Identifier: Apache-2.0

/// What one connection may cost.
public struct HTTPLimits: Sendable {
  /// The largest body read, in bytes. 64 KiB.
  public var body = 64 << 10
  /// The largest request line, in bytes. 16 KiB: a larger one is answered with 414.
  public var target = 16 << 10
  /// All header fields together, in bytes. 32 KiB.
  public var headers = 32 << 10
  /// How many header fields. 100.
  public var headerCount = 100
  /// How long a connection may take over a head, or lie idle. 10 s.
  public var idle: Duration = .seconds(10)
  /// How long a body may take to arrive. 10 s.
  public var bodyDeadline: Duration = .seconds(10)
  /// How long a peer may leave an answer unread that no buffer holds. 10 s.
  public var answerDeadline: Duration = .seconds(10)
  /// How many connections are served at once; the others wait in the system's queue. As many as the
  /// process may have open files, but 64 for itself: a process without a free one cannot go on.
  public var connections = OpenFiles.connections
  /// How long requests in flight may take once the server is asked to stop. 8 s: then their connections
  /// are closed, and the process ends within the ten seconds that it is usually given.
  public var drain: Duration = .seconds(8)

  /// The limits for a public server.
  public init() {}

  /// The limits for a public server.
  public static let standard = HTTPLimits()
}
