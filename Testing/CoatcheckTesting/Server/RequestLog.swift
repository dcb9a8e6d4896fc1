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

  private let entries = Mutex<[Entry]>([])

  package init() {}

  /// All entries.
  public var all: [Entry] { entries.withLock { $0 } }

  /// The number of requests to a path.
  public func count(_ path: String) -> Int {
    entries.withLock { entries in entries.count { $0.path == path } }
  }

  /// Removes all entries.
  public func clear() { entries.withLock { $0 = [] } }

  package func record(_ request: ServedRequest, _ response: ServedResponse) {
    let path = (request.head.path ?? "").prefix { $0 != "?" }
    let entry = Entry(
      method: request.head.method.rawValue, path: String(path), status: response.head.status.code)
    entries.withLock { $0.append(entry) }
  }
}
