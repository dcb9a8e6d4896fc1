// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import CoatcheckFoundation

extension RequestBody {
  /// How long the chunks of a file or of bytes in memory are.
  static let chunkLength = 64 << 10

  /// The body as chunks, made for one time of sending. A transport calls it before it connects.
  ///
  /// - Throws: `misused` naming `body` when the file cannot be opened, the chunks cannot be made, or can be
  ///   read only once and were read before; an `OAuthError` that the program throws for its own chunks.
  public func chunks() async throws(OAuthError) -> BodyChunks { try await chunks(expecting: nil) }

  /// The length in bytes, where it is known without opening a file.
  var knownLength: Int64? {
    switch source {
    case .empty: 0
    case .data(let data): Int64(data.count)
    case .stream(let stream): stream.length
    case .file, .multipart: nil
    }
  }

  /// The body as chunks.
  ///
  /// - Parameter state: The state of the file when its length was reported; nil if it was not
  ///   reported.
  func chunks(expecting state: BodyFile.State?) async throws(OAuthError) -> BodyChunks {
    switch source {
    case .empty: return BodyChunks(length: 0, onSent: onSent) { { nil } }
    case .data(let data): return BodyChunks(data, onSent: onSent)
    case .multipart(let parts): return try await parts.chunks(onSent: onSent)
    case .file(let path):
      let file = try await BlockingWork.run { () throws(OAuthError) in
        try BodyFile(path, expecting: state)
      }
      return BodyChunks(length: file.state.length, onSent: onSent) {
        var position: Int64 = 0
        return {
          let start = position
          let chunk = try await BlockingWork.run { () throws(OAuthError) in
            try file.chunk(at: start)
          }
          position += Int64(chunk?.count ?? 0)
          return chunk
        }
      }
    case .stream(let stream):
      do {
        return BodyChunks(length: stream.length, onSent: onSent, makePull: try await stream.make())
      } catch {
        throw Self.failure(error)
      }
    }
  }

  /// The whole body in memory.
  ///
  /// - Throws: `misused` when it is longer than the limit, or as ``chunks()``.
  func collected(upTo limit: Int) async throws(OAuthError) -> Data {
    switch source {
    case .empty where onSent == nil: return Data()
    case .data(let data) where onSent == nil: return data
    default: break
    }
    var whole = Data()
    do {
      for try await chunk in try await chunks() {
        guard whole.count + chunk.count <= limit else {
          throw OAuthError.misused(
            "body", "The transport sends bodies from memory, and this one is too long for it.")
        }
        whole.append(chunk)
      }
    } catch {
      throw Self.failure(error)
    }
    return whole
  }

  /// Converts an error of the program's own chunks. Its text is not used.
  package static func failure(_ error: any Error) -> OAuthError {
    OAuthError.known(error) ?? .misused("body", "The body cannot be made: \(type(of: error)).")
  }

  /// The chunks of a body; none of them is empty. They can be read once.
  public struct BodyChunks: AsyncSequence, Sendable {
    /// The length of all chunks together in bytes; nil when it is not known.
    public let length: Int64?
    let onSent: (@Sendable (Int64, Int64?) -> Void)?
    let makePull: @Sendable () -> BodyStream.Pull

    init(
      length: Int64?, onSent: (@Sendable (Int64, Int64?) -> Void)?,
      makePull: @escaping @Sendable () -> BodyStream.Pull
    ) {
      self.length = length
      self.onSent = onSent
      self.makePull = makePull
    }

    /// Bytes in memory.
    init(_ data: Data, onSent: (@Sendable (Int64, Int64?) -> Void)? = nil) {
      self.init(length: Int64(data.count), onSent: onSent) {
        var rest = data
        return {
          let chunk = rest.prefix(RequestBody.chunkLength)
          rest = rest.dropFirst(RequestBody.chunkLength)
          return chunk.isEmpty ? nil : chunk
        }
      }
    }

    /// Creates the iterator that reads the chunks.
    public func makeAsyncIterator() -> Iterator {
      Iterator(length: length, onSent: onSent, pull: makePull())
    }

    /// Reads the chunks, and reports each as sent when the next one is requested.
    ///
    /// With the last byte of the declared length the request is complete for the server. So the chunk with
    /// that byte is returned only when the source has ended.
    public struct Iterator: AsyncIteratorProtocol {
      let length: Int64?
      let onSent: (@Sendable (Int64, Int64?) -> Void)?
      let pull: BodyStream.Pull
      private var sent: Int64 = 0
      private var last: Int64 = 0
      private var hasEnded = false

      init(
        length: Int64?, onSent: (@Sendable (Int64, Int64?) -> Void)?,
        pull: @escaping BodyStream.Pull
      ) {
        self.length = length
        self.onSent = onSent
        self.pull = pull
      }

      /// The next chunk, which is not empty; nil at the end.
      ///
      /// - Throws: `misused` naming `body` when there is more or less than ``BodyChunks/length`` says, or
      ///   when the file has changed; `CancellationError` when the task is cancelled; what the chunks of
      ///   the program throw.
      public mutating func next() async throws -> Data? {
        if last > 0 {
          sent += last
          last = 0
          onSent?(sent, length)
        }
        guard !hasEnded, let chunk = try await pulled() else {
          if let length, sent != length { throw wrongLength }
          return nil
        }
        last = Int64(chunk.count)
        if let length {
          if sent + last > length { throw wrongLength }
          if sent + last == length, try await pulled() != nil { throw wrongLength }
        }
        return chunk
      }

      /// The next chunk of the source that is not empty; nil when the source has ended.
      private mutating func pulled() async throws -> Data? {
        while let chunk = try await pull() {
          if !chunk.isEmpty { return chunk }
        }
        // An AsyncStream ends when its task is cancelled, and that is not the end of the body: what was sent would
        // look complete to the receiver.
        try Task.checkCancellation()
        hasEnded = true
        return nil
      }

      private var wrongLength: OAuthError {
        .misused("body", "The length of the body differs from the declared length.")
      }
    }
  }
}
