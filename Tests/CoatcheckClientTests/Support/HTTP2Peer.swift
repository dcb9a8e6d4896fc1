// SPDX-License-Identifier: Apache-2.0

/// A Python server that negotiates HTTP/2 and counts the requests on each connection. It never sends a
/// response, and closes the connection after a request.
struct HTTP2Peer: Sendable {
  private let server: PythonServer

  private static let script = """
    import socket, ssl, sys
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    context.set_alpn_protocols(['h2'])
    listener = socket.create_server(('127.0.0.1', 0))
    print(f'port {listener.getsockname()[1]}', flush=True)
    while True:
        raw, _ = listener.accept()
        raw.settimeout(30)
        requests, data = 0, b''
        try:
            with context.wrap_socket(raw, server_side=True) as connection:
                assert connection.selected_alpn_protocol() == 'h2'
                # An empty SETTINGS frame.
                connection.sendall(bytes([0, 0, 0, 4, 0, 0, 0, 0, 0]))
                while not requests:
                    more = connection.recv(65536)
                    if not more: break
                    data += more
                    frames = data[24:]
                    while len(frames) >= 9 + int.from_bytes(frames[:3], 'big'):
                        # A HEADERS frame.
                        requests += frames[3] == 1
                        frames = frames[9 + int.from_bytes(frames[:3], 'big'):]
        except OSError:
            pass
        print(f'requests {requests}', flush=True)
    """

  init(certificate: String, key: String) async throws {
    server = try await PythonServer(Self.script, [certificate, key])
  }

  var port: Int { server.port }

  /// How many requests came over each connection that has ended.
  var requests: [Int] {
    server.lines.filter { $0.hasPrefix("requests ") }
      .compactMap { Int($0.dropFirst(9)) }
  }
}
