// SPDX-License-Identifier: Apache-2.0

import TestKit

/// Servers with the certificates.
extension Certificates {
  /// A server with one of the certificates.
  func server(_ name: String, key: String = "a") async throws -> TLSServer {
    try await TLSServer(certificate: path("\(name).pem"), key: path("\(key).key"))
  }

  /// A server that speaks HTTP/2, with one of the certificates.
  func http2Peer(_ name: String) async throws -> HTTP2Peer {
    try await HTTP2Peer(certificate: path("\(name).pem"), key: path("a.key"))
  }
}

/// A Python server that answers each request over TLS with the length of its body, and prints how each
/// connection ended and how many bytes were received.
struct TLSServer: Sendable {
  private let server: PythonServer

  private static let script = """
    import socket, ssl, sys, threading
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    listener = socket.create_server(('127.0.0.1', 0), backlog=128)
    lock = threading.Lock()
    def say(line):
        with lock: print(line, flush=True)
    def serve(raw):
        count = 0
        try:
            with context.wrap_socket(raw, server_side=True) as connection:
                head = b''
                while True:
                    more = connection.recv(65536)
                    if not more: break
                    count += len(more)
                    head += more
                    while b'\\r\\n\\r\\n' in head:
                        first, head = head.split(b'\\r\\n\\r\\n', 1)
                        fields = first.decode().split('\\r\\n')
                        length = [int(f.split(':')[1]) for f in fields if f.lower().startswith('content-length')]
                        left = (length or [0])[0]
                        while len(head) < left:
                            more = connection.recv(65536)
                            if not more: raise OSError('cut off')
                            count += len(more)
                            head += more
                        head = head[left:]
                        body = f'{left}'.encode()
                        connection.sendall(b'HTTP/1.1 200 OK\\r\\nContent-Length: %d\\r\\n\\r\\n%s' % (len(body), body))
            say(f'connection {count}')
        except ssl.SSLError as error:
            say(f'refused {count} {error.reason}')
        except OSError as error:
            say(f'lost {count} {error}')
    say(f'port {listener.getsockname()[1]}')
    while True:
        raw, _ = listener.accept()
        raw.settimeout(30)
        threading.Thread(target=serve, args=(raw,), daemon=True).start()
    """

  init(certificate: String, key: String) async throws {
    server = try await PythonServer(Self.script, [certificate, key])
  }

  var port: Int { server.port }

  /// The connections that have ended, and how many bytes of requests came over each.
  var connections: [(end: String, bytes: Int)] {
    server.lines.compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 1, words[0] != "port", let count = Int(words[1]) else { return nil }
      return (String(words[0]), count)
    }
  }
}
