// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
import Synchronization
public import CoatcheckFoundation

/// The body of a response, in chunks as they come.
///
/// It can be read once. The next chunk is requested from the peer when the program requests it, so
/// that a slow program fills no memory. Discarding it before its end closes the connection.
public struct ResponseBody: AsyncSequence, Sendable {
  /// Gets the next chunk; nil at the end.
  private let pull: @Sendable () async throws(OAuthError) -> Data?

  /// Creates a body of chunks.
  ///
  /// - Parameter pull: Gets the next chunk; nil at the end. It throws `unreachable` with `timedOut`,
  ///   `connectionFailed` or `cancelled`, and `unreadable` when the body is longer than the limit.
  public init(_ pull: @escaping @Sendable () async throws(OAuthError) -> Data?) {
    self.pull = pull
  }

  /// Creates a body in memory.
  ///
  /// - Parameter data: The bytes of the whole body.
  public init(_ data: Data) {
    let rest = Pending(data)
    pull = { () async throws(OAuthError) in rest.take() }
  }

  /// Creates the iterator that reads the chunks.
  public func makeAsyncIterator() -> Iterator { Iterator(pull: pull) }

  /// Reads the chunks.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let pull: @Sendable () async throws(OAuthError) -> Data?

    /// The next chunk; nil at the end.
    ///
    /// - Throws: `unreachable` with `timedOut`, `connectionFailed` or `cancelled`; `unreadable` when the
    ///   body is longer than the limit of the request.
    public mutating func next() async throws(OAuthError) -> Data? { try await pull() }

    /// The next chunk; nil at the end.
    ///
    /// - Throws: As ``next()``.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(OAuthError) -> Data? {
      try await pull()
    }
  }

  /// Reads the whole body, or what is left of it, into memory.
  ///
  /// - Parameter limit: The longest body to read, in bytes; 1 MiB unless given.
  /// - Throws: `unreadable` with `replyMalformed` when it is longer; `unreachable` with `timedOut`,
  ///   `connectionFailed` or `cancelled` when it cannot be read to its end.
  public func collect(upTo limit: Int = 1 << 20) async throws(OAuthError) -> Data {
    var whole = Data()
    while let chunk = try await pull() {
      guard whole.count + chunk.count <= limit else {
        throw .unreadable(.replyMalformed, "The response is longer than \(limit) bytes.")
      }
      if whole.isEmpty { whole = chunk } else { whole.append(chunk) }
    }
    return whole
  }

  /// This body, reporting how many bytes were read from it.
  func reporting(
    total: Int64?, _ onTaken: (@Sendable (_ taken: Int64, _ total: Int64?) -> Void)?
  ) -> ResponseBody {
    guard let onTaken else { return self }
    let pull = pull
    let taken = Sum()
    return ResponseBody { () async throws(OAuthError) in
      guard let chunk = try await pull() else { return nil }
      onTaken(taken.add(chunk.count), total)
      return chunk
    }
  }

  /// The first bytes of the body, and a body that still has them.
  func peek(_ count: Int) async throws(OAuthError) -> (start: Data, body: ResponseBody) {
    var start = Data()
    while start.count < count, let chunk = try await pull() { start.append(chunk) }
    let (pending, pull) = (Pending(start), pull)
    let body = ResponseBody { () async throws(OAuthError) in
      if let start = pending.take() { return start }
      return try await pull()
    }
    return (start.prefix(count), body)
  }
}

/// Bytes that are taken once.
private final class Pending: Sendable {
  private let data: Mutex<Data?>

  init(_ data: Data) { self.data = Mutex(data.isEmpty ? nil : data) }

  func take() -> Data? {
    data.withLock { data in
      defer { data = nil }
      return data
    }
  }
}

private final class Sum: Sendable {
  private let value = Mutex<Int64>(0)

  func add(_ count: Int) -> Int64 {
    value.withLock { value in
      value += Int64(count)
      return value
    }
  }
}
