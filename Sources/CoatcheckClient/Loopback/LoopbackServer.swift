// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The HTTP server on the thread of a ``LoopbackListener``. Each round polls the sockets once, and
/// accepts, reads, responds and closes.
struct LoopbackServer {
  private struct Connection {
    let socket: OpenSocket
    let end: Duration
    var received: [UInt8] = []
    var outgoing: ArraySlice<UInt8>?
    var isDone = false

    var isAnswered: Bool { outgoing?.isEmpty == true }
  }

  /// How many connections are open at a time, and how long each may take.
  private static let maximumConnections = 64
  private static let patience: Duration = .seconds(5)

  private let listeners: [OpenSocket]
  private let wake: OpenSocket
  private let uptime: @Sendable () -> Duration
  private let respond: @Sendable (LoopbackRequest?) -> LoopbackResponse
  private var connections: [Connection] = []
  private var target: String?

  init(
    listeners: [OpenSocket], wake: OpenSocket, uptime: @escaping @Sendable () -> Duration,
    respond: @escaping @Sendable (LoopbackRequest?) -> LoopbackResponse
  ) {
    self.listeners = listeners
    self.wake = wake
    self.uptime = uptime
    self.respond = respond
  }

  /// Serves requests until one of them gets the last response, and returns its target; nil when the
  /// listener was closed before.
  mutating func run() -> String? {
    while target == nil {
      guard round(isListening: true) else { return nil }
    }
    return target
  }

  /// Sends the rest of the responses, for one second at most.
  mutating func finish() {
    let end = uptime() + .seconds(1)
    connections.removeAll { $0.outgoing == nil }
    while !connections.isEmpty, uptime() < end { _ = round(isListening: false) }
  }

  /// Polls the sockets once and handles their events; false when the listener was closed.
  private mutating func round(isListening: Bool) -> Bool {
    var polled: [pollfd] = connections.map { connection in
      let isSending = connection.outgoing.map { !$0.isEmpty } ?? false
      return pollfd(
        fd: connection.socket.descriptor, events: Int16(isSending ? POLLOUT : POLLIN), revents: 0)
    }
    if isListening {
      polled.append(pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0))
      if connections.count < Self.maximumConnections {
        polled += listeners.map {
          pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
        }
      }
    }
    guard poll(&polled, nfds_t(polled.count), 250) >= 0 || errno == EINTR else { return false }
    let count = connections.count
    if isListening, polled[count].revents != 0 { return false }
    for index in 0..<count where polled[index].revents != 0 && target == nil || !isListening {
      var connection = connections[index]
      advance(&connection)
      connections[index] = connection
    }
    let now = uptime()
    connections.removeAll { $0.isDone || now > $0.end }
    if isListening, target == nil, polled.dropFirst(count + 1).contains(where: { $0.revents != 0 })
    {
      accept()
    }
    return true
  }

  private mutating func accept() {
    for listener in listeners {
      while connections.count < Self.maximumConnections, let socket = listener.accepted() {
        connections.append(Connection(socket: socket, end: uptime() + Self.patience))
      }
    }
  }

  private mutating func advance(_ connection: inout Connection) {
    if connection.outgoing == nil { read(&connection) }
    if connection.outgoing?.isEmpty == false { write(&connection) }
    // Reading until the browser closes the connection lets the page arrive even if it still sends
    // data.
    if connection.isAnswered, let bytes = connection.socket.received(atMost: 4096), bytes.isEmpty {
      connection.isDone = true
    }
  }

  private mutating func read(_ connection: inout Connection) {
    guard let bytes = connection.socket.received(atMost: 4096) else { return }
    guard !bytes.isEmpty else {
      connection.isDone = true
      return
    }
    connection.received += bytes
    let response: LoopbackResponse
    switch LoopbackRequest.read(connection.received) {
    case .needsMore: return
    case .malformed: response = respond(nil)
    case .complete(let request):
      response = respond(request)
      if response.isLast { target = request.target }
    }
    connection.outgoing = response.bytes[...]
  }

  private func write(_ connection: inout Connection) {
    guard let outgoing = connection.outgoing, let count = connection.socket.send(outgoing) else {
      connection.isDone = true
      return
    }
    connection.outgoing = outgoing.dropFirst(count)
    if connection.isAnswered { connection.socket.endSending() }
  }
}
