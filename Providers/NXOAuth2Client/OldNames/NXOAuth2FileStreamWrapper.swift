// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
public import Foundation

/// A stream as a part of an upload. New code uses a `FormPart` of a file or of data.
///
/// The stream is read while it is sent, and can be read once: a request that has to be sent again fails
/// with an error.
@preconcurrency
@MainActor
open class NXOAuth2FileStreamWrapper: NSObject {
  /// The stream with the bytes of the part.
  public let stream: InputStream!
  /// The length of the stream, in bytes.
  public let contentLength: UInt64
  /// The file name of the part.
  public let fileName: String!
  /// The media type of the part.
  public var contentType: String! = "application/octet-stream"

  /// Creates a part with the file name `unknown`.
  ///
  /// - Parameters:
  ///   - stream: The stream, which is not open yet.
  ///   - contentLength: The length of the stream, in bytes. Any other length fails the request.
  public convenience init!(stream: InputStream!, contentLength: UInt64) {
    self.init(stream: stream, contentLength: contentLength, fileName: nil)
  }

  /// Creates a part with a file name.
  ///
  /// - Parameters:
  ///   - stream: The stream, which is not open yet.
  ///   - contentLength: The length of the stream, in bytes. Any other length fails the request.
  ///   - fileName: The file name of the part; nil for `unknown`.
  public init!(stream: InputStream!, contentLength: UInt64, fileName: String!) {
    self.stream = stream
    self.contentLength = contentLength
    self.fileName = fileName ?? "unknown"
    super.init()
  }

  /// The part of a multipart body with this stream. It can be sent once.
  func part(named name: String) -> FormPart {
    let reader = StreamReader(stream)
    return .once(
      name: name, length: Int64(clamping: contentLength), filename: fileName,
      contentType: contentType ?? "application/octet-stream",
      AsyncStream { await reader.next() })
  }
}

/// Reads a stream in pieces.
@MainActor
private final class StreamReader {
  private let stream: InputStream?
  private var isOpen = false

  init(_ stream: InputStream?) { self.stream = stream }

  /// The next piece; nil at the end.
  func next() -> Data? {
    guard let stream else { return nil }
    if !isOpen {
      stream.open()
      isOpen = true
    }
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    let count = stream.read(&bytes, maxLength: bytes.count)
    guard count > 0 else {
      stream.close()
      return nil
    }
    return Data(bytes.prefix(count))
  }
}
