// SPDX-License-Identifier: Apache-2.0
import Foundation

extension OpenConnections {
  /// The time of each request in seconds, from the moment at which it was due: the wait for a free
  /// connection is included.
  ///
  /// One thread sends, polls and receives without sleeping, so that a late timer is not measured as time of
  /// the server.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - body: The body that every response must have.
  ///   - rate: How many requests are due in a second.
  ///   - seconds: The duration of the measurement.
  func latencies(
    of request: String, expecting body: String, rate: Double, for seconds: Double
  ) throws -> [Double] {
    var times: [Double] = []
    var idle = Array(sockets.indices)
    var due = [Double](repeating: 0, count: sockets.count)
    var polled = sockets.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let begin = wallTime()
    let count = Int(rate * seconds)
    var sent = 0
    while times.count < count {
      while sent < count, begin + Double(sent) / rate <= wallTime(), let n = idle.popLast() {
        due[n] = begin + Double(sent) / rate
        try Self.send(request, on: sockets[n])
        sent += 1
      }
      guard poll(&polled, nfds_t(polled.count), 0) > 0 else { continue }
      for n in polled.indices where polled[n].revents != 0 {
        let length = recv(sockets[n], &buffer, buffer.count, 0)
        guard length > 0 else { throw Failure(text: "the server closes a connection") }
        let response = buffer[..<length]
        guard response.starts(with: "HTTP/1.1 200".utf8),
          response.suffix(body.utf8.count).elementsEqual(body.utf8)
        else { throw Failure(text: "another response than is expected") }
        times.append(wallTime() - due[n])
        idle.append(n)
      }
    }
    return times
  }
}
