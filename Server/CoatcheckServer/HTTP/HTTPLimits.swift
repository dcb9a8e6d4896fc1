// SPDX-License-Identifier: Apache-2.0

/// The limits of an HTTP server: sizes, times and the number of connections.
public struct HTTPLimits: Sendable {
  /// The maximum size of a request body, in bytes. 64 KiB.
  public var body = 64 << 10
  /// The maximum size of a request target (path and query), in bytes. 16 KiB; a larger one receives status
  /// 414.
  public var target = 16 << 10
  /// The maximum size of all header fields together, in bytes. 32 KiB.
  public var headers = 32 << 10
  /// The maximum number of header fields. 100.
  public var headerCount = 100
  /// How long a connection may take to send a head, or be idle. 10 s.
  public var idle: Duration = .seconds(10)
  /// How long a body may take to arrive, and how long the rest of a refused request is read and dropped, so that
  /// its peer can read the response. 10 s.
  public var bodyDeadline: Duration = .seconds(10)
  /// How long a peer may leave a response unread that no buffer can take any more. 10 s.
  public var answerDeadline: Duration = .seconds(10)
  /// The maximum number of connections that are served at the same time; the others wait in the system's
  /// queue. The number of files that the process may have open, minus 64 for the process itself.
  public var connections = OpenFiles.connections
  /// How long requests may still take once the server is asked to stop. 8 s; then their connections
  /// are closed, and the process ends within the ten seconds that it is usually given.
  public var drain: Duration = .seconds(8)

  /// Creates the limits for a public server.
  public init() {}

  /// The limits for a public server.
  public static let standard = HTTPLimits()
}
