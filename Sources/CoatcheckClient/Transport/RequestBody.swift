// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import Synchronization
public import CoatcheckFoundation

/// The body of a request, which is made again each time the request is sent.
///
/// ```swift
/// let response = try await transport.open(request, body: .file(path: "film.mp4"), limit:
/// .unlimited)
/// ```
public struct RequestBody: Sendable {
  /// Where the bytes come from.
  public enum Source: Sendable {
    /// There is no body.
    case empty
    /// Bytes in memory.
    case data(Data)
    /// A regular file, which is read while it is sent.
    ///
    /// - Parameter path: The path of the file.
    case file(path: String)
    /// Chunks that the program makes.
    case stream(BodyStream)
    /// Parts with names, one after another.
    case multipart(MultipartBody)
  }

  /// Where the bytes come from.
  public let source: Source
  /// The media type of the body: the `Content-Type` of a request that has none. Nil if it is unknown.
  public var contentType: String?
  /// Is called with the number of bytes that the connection has taken so far, and the number of all bytes
  /// where it is known. Nil for no reports.
  public var onSent: (@Sendable (_ sent: Int64, _ total: Int64?) -> Void)?

  init(_ source: Source, contentType: String? = nil) {
    self.source = source
    self.contentType = contentType
  }

  /// No body.
  public static let empty = RequestBody(.empty)

  /// Creates a body of bytes in memory.
  ///
  /// - Parameter data: The bytes; none for no body.
  public static func data(_ data: Data) -> RequestBody {
    RequestBody(data.isEmpty ? .empty : .data(data))
  }

  /// Creates a body of a regular file, which is read in chunks of 64 KiB while it is sent.
  ///
  /// Sending it fails with `misused` naming `body` when there is no such file, when it is not a regular
  /// file, or when it changes while it is sent; the server does not get a complete request then.
  ///
  /// - Parameter path: The path of the file. It is opened each time the request is sent.
  public static func file(path: String) -> RequestBody { RequestBody(.file(path: path)) }

  /// Creates a body of chunks that the program makes.
  ///
  /// - Parameters:
  ///   - length: The length of all chunks together in bytes; nil when it is not known. With another length,
  ///     sending fails with `misused` naming `body` before the request is complete.
  ///   - make: Makes the chunks. It is called again for each time the request is sent. When it throws,
  ///     sending fails with that `OAuthError`, or with `misused` naming `body` for any other error.
  public static func stream<BodyChunks: AsyncSequence & Sendable>(
    length: Int64? = nil, _ make: @escaping @Sendable () async throws -> BodyChunks
  ) -> RequestBody where BodyChunks.Element == Data {
    let stream = BodyStream(length: length, isRepeatable: true) {
      let chunks = try await make()
      return { BodyStream.puller(chunks) }
    }
    return RequestBody(.stream(stream))
  }

  /// Creates a body of chunks that can be read only once, such as those from a pipe.
  ///
  /// A request with such a body is never sent twice: where that would be needed, the result is an error or
  /// the response itself.
  ///
  /// - Parameters:
  ///   - length: The length of all chunks together in bytes; nil when it is not known.
  ///   - chunks: The chunks.
  public static func once<BodyChunks: AsyncSequence & Sendable>(
    length: Int64? = nil, _ chunks: BodyChunks
  ) -> RequestBody where BodyChunks.Element == Data {
    let used = Once()
    let stream = BodyStream(length: length, isRepeatable: false) {
      guard used.isFirst() else {
        throw OAuthError.misused("body", "The body cannot be sent again: it can be read only once.")
      }
      return { BodyStream.puller(chunks) }
    }
    return RequestBody(.stream(stream))
  }

  /// Whether there is no body.
  public var isEmpty: Bool {
    if case .empty = source { true } else { false }
  }

  /// Whether the body can be made again, so that the request can be sent again.
  public var isRepeatable: Bool {
    switch source {
    case .stream(let stream): stream.isRepeatable
    case .multipart(let parts): parts.isRepeatable
    case .empty, .data, .file: true
    }
  }

  /// This body, reporting how much of it was sent.
  ///
  /// - Parameter onSent: Is called with the number of bytes that the connection has taken so far, and the
  ///   number of all bytes where it is known; nil for no reports. It replaces the one before.
  public func reporting(
    _ onSent: (@Sendable (_ sent: Int64, _ total: Int64?) -> Void)?
  ) -> RequestBody {
    var body = self
    body.onSent = onSent
    return body
  }
}

/// Chunks that a program makes for a request.
public struct BodyStream: Sendable {
  typealias Pull = () async throws -> Data?

  /// The length of all chunks together in bytes; nil when it is not known.
  public let length: Int64?
  /// Whether the chunks can be made again.
  public let isRepeatable: Bool
  let make: @Sendable () async throws -> @Sendable () -> Pull

  static func puller<BodyChunks: AsyncSequence>(_ chunks: BodyChunks) -> Pull
  where BodyChunks.Element == Data {
    var iterator = chunks.makeAsyncIterator()
    return { try await iterator.next() }
  }
}

/// Detects the first use of something that can be used only once.
private final class Once: Sendable {
  private let isUsed = Mutex(false)

  func isFirst() -> Bool {
    isUsed.withLock { isUsed in
      defer { isUsed = true }
      return !isUsed
    }
  }
}
