// SPDX-License-Identifier: Apache-2.0
import Foundation

/// nginx or HAProxy in front of a server of the test.
public final class ReverseProxy: Sendable {
  /// The proxy, and how it passes on the address of the client.
  public enum Way: String, Sendable, CaseIterable {
    /// nginx adds to `X-Forwarded-For`.
    case nginx
    /// nginx writes `Forwarded` and removes `X-Forwarded-For`.
    case nginxForwarded
    /// HAProxy adds a line `X-Forwarded-For`.
    case haproxy
    /// HAProxy passes the bytes on, behind a header of the PROXY protocol.
    case haproxyProtocol

    /// Whether connections begin with the PROXY protocol.
    public var hasProxyProtocol: Bool { self == .haproxyProtocol }
    fileprivate var isNginx: Bool { self == .nginx || self == .nginxForwarded }
    fileprivate var program: String { isNginx ? "/usr/sbin/nginx" : "/usr/sbin/haproxy" }
  }

  /// The port at which it listens on 127.0.0.1.
  public let port: Int
  private let child: ChildProcess
  private let folder: Folder

  /// Starts it, and waits until it accepts connections.
  ///
  /// - Parameters:
  ///   - way: Which one.
  ///   - upstream: The port of the server behind it.
  public convenience init(_ way: Way, before upstream: Int) async throws {
    try await self.init(way, before: [upstream])
  }

  /// Starts it, and waits until it accepts connections.
  ///
  /// - Parameters:
  ///   - way: Which one.
  ///   - upstreams: The ports of the servers behind it, of which each request gets the next one.
  public init(_ way: Way, before upstreams: [Int]) async throws {
    folder = try Folder()
    var output = ""
    for _ in 0..<5 {
      let port = try Self.freePort()
      let child = try Self.start(way, at: port, before: upstreams, in: folder)
      for _ in 0..<500 where child.exit == nil {
        if let connection = SlowPeer.connected(to: port) {
          close(connection)
          (self.port, self.child) = (port, child)
          return
        }
        try await Task.sleep(for: .milliseconds(20))
      }
      // Another process may have taken the port since it was chosen.
      output += child.output
      child.stop()
    }
    throw MissingLine(output: "\(way.rawValue) did not start: \(output)")
  }

  /// Whether both programs are installed: `scripts/setup test` does that.
  public static var areInstalled: Bool {
    Way.allCases.allSatisfy { access($0.program, X_OK) == 0 }
  }

  /// Stops the proxy.
  public func stop() { child.stop() }

  deinit { child.stop() }

  private static func start(
    _ way: Way, at port: Int, before upstreams: [Int], in folder: Folder
  ) throws -> ChildProcess {
    let file = folder.path + "/proxy.conf"
    let text =
      way.isNginx
      ? nginx(way, at: port, before: upstreams, in: folder.path)
      : haproxy(way, at: port, before: upstreams)
    try folder.write("proxy.conf", Array(text.utf8))
    return way.isNginx
      ? try ChildProcess(way.program, ["-c", file, "-p", folder.path, "-e", "stderr"])
      : try ChildProcess(way.program, ["-db", "-f", file])
  }

  private static func nginx(
    _ way: Way, at port: Int, before upstreams: [Int], in folder: String
  ) -> String {
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
      "\($0)_temp_path \(folder)/\($0);"
    }.joined(separator: "\n")
    let fields =
      way == .nginx
      ? "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;"
      : """
      proxy_set_header X-Forwarded-For "";
      proxy_set_header Forwarded "$http_forwarded$comma for=$remote_addr;proto=http";
      """
    // An empty list element before a comma is ignored by readers of the field. A server that was killed is
    // used again as soon as it is back, not after ten seconds.
    return """
      daemon off;
      \(getuid() == 0 ? "user root;" : "")
      worker_processes 1;
      pid \(folder)/nginx.pid;
      events { worker_connections 512; }
      http {
        access_log off;
        \(temporary)
        map $http_forwarded $comma { default ","; }
        upstream servers { \(upstreams.map { "server 127.0.0.1:\($0) max_fails=0;" }.joined(separator: " ")) }
        server {
          listen 127.0.0.1:\(port);
          location / {
            proxy_pass http://servers;
            proxy_http_version 1.1;
            proxy_read_timeout 120s;
            proxy_set_header Connection "";
            \(fields)
          }
        }
      }
      """
  }

  private static func haproxy(_ way: Way, at port: Int, before upstreams: [Int]) -> String {
    let end = way.hasProxyProtocol ? " send-proxy-v2" : ""
    let servers = upstreams.enumerated().map { "server s\($0) 127.0.0.1:\($1)\(end)" }
    return """
      defaults
        mode \(way.hasProxyProtocol ? "tcp" : "http")
        timeout connect 20s
        timeout client 120s
        timeout server 120s
        \(way.hasProxyProtocol ? "" : "option forwardfor")
      frontend clients
        bind 127.0.0.1:\(port)
        default_backend server
      backend server
        \(servers.joined(separator: "\n  "))

      """
  }

  private static func freePort() throws -> Int {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    guard isBound else { throw CocoaError(.featureUnsupported) }
    return Int(in_port_t(bigEndian: address.sin_port))
  }
}
