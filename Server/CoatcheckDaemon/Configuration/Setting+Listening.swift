// SPDX-License-Identifier: Apache-2.0
import CoatcheckServer

extension Setting {
  /// The limits of a connection, and of concurrent work.
  static let listening: [Setting] = [
    .count(
      "maximumBody", \.limits.body, "bytes of the largest body of a request", [],
      in: 1_024...(16 << 20)),
    .count(
      "maximumTarget", \.limits.target, "bytes of the longest request line", [],
      in: 1_024...(1 << 20)),
    .count(
      "maximumFields", \.limits.headers, "bytes of all header fields of a request", [],
      in: 1_024...(1 << 20)),
    .count(
      "maximumFieldCount", \.limits.headerCount, "number of header fields of a request", [],
      in: 10...10_000),
    .duration(
      "headDeadline", \.limits.idle, "how long a connection may take over a head, or lie idle"),
    .duration("bodyDeadline", \.limits.bodyDeadline, "how long a body may take to arrive"),
    .duration(
      "responseDeadline", \.limits.answerDeadline, "how long a peer may leave a response unread"),
    .duration(
      "drainDeadline", \.limits.drain,
      "how long requests in flight may take when the server is asked to end"),
    .count(
      "connections", \.limits.connections,
      "how many connections are served at once; as many as the process may have open files unless given",
      []),
    .count(
      "passwordWorkers", \.passwordWorkers, "how many passwords are hashed at once", [],
      in: 1...1_024),
    .count(
      "passwordQueue", \.passwordQueue, "how many passwords may wait to be hashed", [],
      in: 0...1_000_000),
    .count(
      "databaseConnections", \.databaseConnections,
      "the maximum number of connections to a PostgreSQL database", [], in: 1...1_000),
    Setting(
      "databaseUnverified", \.databaseUnverified, .flag,
      "do not check the certificate of a PostgreSQL server on another machine: `sslmode` alone decides"
    ),
  ]
}
