// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
public import Foundation

/// A stream as a part of an upload.
///
/// It is read while it is sent, and there is only once: a request that has to be sent again fails and says so.
@preconcurrency
@MainActor
open class NXOAuth2FileStreamWrapper: NSObject {
  /// The stream.
  public let stream: InputStream!
  /// Its length, in bytes.
  public let contentLength: UInt64
  /// What the file is called.
  public let fileName: String!
  /// What the content is.
  public var contentType: String! = "application/octet-stream"

  /// A stream of a file called `unknown`.
  public convenience init!(stream: InputStream!, contentLength: UInt64) {
    self.init(stream: stream, contentLength: contentLength, fileName: nil)
  }

  /// A stream.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - contentLength: Its length, in bytes. Another one fails the request.
  ///   - fileName: What the file is called.
  public init!(stream: InputStream!, contentLength: UInt64, fileName: String!) {
    self.stream = stream
    self.contentLength = contentLength
    self.fileName = fileName ?? "unknown"
    super.init()
  }

  /// The part of a body.
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
