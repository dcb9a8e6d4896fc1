// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization

/// A network namespace for a server, with two virtual cables to this machine: one to its database, which
/// can be cut, and one to its clients. Only root can create one.
///
/// When the process of the test ends, the namespace and its programs end as well.
public final class OwnNetwork: Sendable {
  /// Whether a namespace can be created here.
  public static let isPossible: Bool = {
    guard geteuid() == 0 else { return false }
    let name = "cc\(getpid())t"
    let made = try? ChildProcess.run(["ip", "netns", "add", name])
    return made?.status == 0 && (try? ChildProcess.run(["ip", "netns", "del", name]))?.status == 0
  }()

  private static let made = Mutex(0)

  private let name: String
  private let keeper: ChildProcess
  /// The first three bytes of its addresses.
  private let prefix: String

  /// This machine's address on the cable to the database.
  public var databaseAddress: String { prefix + ".1" }
  /// This machine's address on the cable to the clients.
  public var clientAddress: String { prefix + ".5" }
  /// The server's address on the cable to the clients.
  public var serverAddress: String { prefix + ".6" }
  /// The words to put before a command, so that it runs in the namespace.
  public var entering: [String] { ["/usr/bin/nsenter", "--net=/run/netns/" + name] }

  /// Creates the namespace.
  ///
  /// - Parameter port: A port of this machine's loopback address that is forwarded to the loopback address
  ///   of the namespace; nil for none.
  public init(forwarding port: Int? = nil) async throws {
    let number = Self.made.withLock { made in
      made += 1
      return made
    }
    // With a suffix letter, the name of an interface has at most 15 bytes.
    name = "cc\(getpid())x\(number)"
    keeper = try ChildProcess(
      "/bin/bash",
      ["-c", Self.script, "network", name, "\(getpid())", port.map { "\($0)" } ?? ""])
    let mark = "network: "
    prefix = String(try await keeper.line { $0.hasPrefix(mark) }.dropFirst(mark.count))
  }

  /// Cuts the cable to the database: packets are lost, and neither side is notified.
  public func cut() throws { try set("down") }

  /// Connects the cable to the database again.
  public func restore() throws { try set("up") }

  private func set(_ state: String) throws {
    let (output, status) = try ChildProcess.run(["ip", "link", "set", name + "d", state])
    guard status == 0 else { throw MissingLine(output: output) }
  }

  /// Stops its programs, and removes the namespace.
  public func stop() { keeper.stop() }

  /// Creates the namespace that its first argument names, and watches the process with the ID in the
  /// second. The third argument is the port that HAProxy, which supports namespaces, forwards. The
  /// addresses are in 198.18.0.0/15, which is reserved for benchmarks: RFC 2544.
  private static let script = """
    name=$1 tests=$2 port=$3
    ended=
    trap 'ended=1' TERM INT
    # cables: one process at a time, so that no two find the same numbers free
    cables() {
      exec 9</run/netns && flock 9 || return 1
      n=$((tests % 254 + 1))
      while ip -o address show | grep -qF " 198.18.$n."; do n=$((n % 254 + 1)); done
      cable d 1 2 && cable c 5 6 && exec 9<&-
    }
    # cable SUFFIX OURS ITS
    cable() {
      ip link add "$name$1" type veth peer name "cable$1" netns "$name" &&
        ip address add "198.18.$n.$2/30" dev "$name$1" && ip link set "$name$1" up &&
        ip -n "$name" address add "198.18.$n.$3/30" dev "cable$1" && ip -n "$name" link set "cable$1" up
    }
    # forward: does not return before connections are accepted
    forward() {
      [ -n "$port" ] || return 0
      haproxy -db -f /dev/stdin <<END &
    defaults
      timeout connect 20s
      timeout client 120s
      timeout server 120s
    listen forward
      bind 127.0.0.1:$port namespace $name
      server machine 127.0.0.1:$port
    END
      proxy=$!
      while kill -0 $proxy; do
        ip netns exec "$name" bash -c "</dev/tcp/127.0.0.1/$port" 2>/dev/null && return 0
        sleep 0.02
      done
      return 1
    }
    ip netns add "$name" && ip -n "$name" link set lo up && cables && forward && echo "network: 198.18.$n" || ended=1
    while [ -z "$ended" ] && kill -0 "$tests" 2>/dev/null; do sleep 0.2; done
    kill -KILL $proxy $(ip netns pids "$name") 2>/dev/null
    # Cables end with one of their ends.
    ip link del "${name}d"
    ip link del "${name}c"
    ip netns del "$name"
    """
}
