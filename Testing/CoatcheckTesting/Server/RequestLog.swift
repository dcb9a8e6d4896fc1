// SPDX-License-Identifier: Apache-2.0
package import CoatcheckServer
import HTTPTypes
import Synchronization

/// The requests that a test server has answered, in the order of their responses.
public final class RequestLog: Sendable {
  /// One request and the status of its response.
  public struct Entry: Sendable, Equatable {
    /// The method, such as `POST`.
    public let method: String
    /// The path without its query.
    public let path: String
    /// The status of the response.
    public let status: Int
  }

  private struct State {
    var entries: [Entry] = []
    // A test reads a count after each of its requests, of which there may be a million.
    var counts: [String: Int] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// All entries.
  public var all: [Entry] { state.withLock { $0.entries } }

  /// The number of requests to a path.
  ///
  /// - Parameter path: The path without a query, such as `/token`.
  public func count(_ path: String) -> Int { state.withLock { $0.counts[path] ?? 0 } }

  /// Removes all entries.
  public func clear() { state.withLock { $0 = State() } }

  package func record(_ request: ServedRequest, _ response: ServedResponse) {
    let path = (request.head.path ?? "").prefix { $0 != "?" }
    let entry = Entry(
      method: request.head.method.rawValue, path: String(path), status: response.head.status.code)
    state.withLock { state in
      state.entries.append(entry)
      state.counts[entry.path, default: 0] += 1
    }
  }
}
