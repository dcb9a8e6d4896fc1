// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import CoatcheckFoundation

/// The parts of a `multipart/form-data` body, and the delimiters between them.
/// ``RequestBody/multipart(_:boundary:environment:)`` makes it.
public struct MultipartBody: Sendable {
  /// What is read in one go: bytes in memory, or a part's own content.
  enum Piece: Sendable {
    case bytes(Data)
    case content(RequestBody)
  }

  let pieces: [Piece]
  let isRepeatable: Bool

  init(_ parts: [FormPart], _ form: MultipartForm) {
    var pieces: [Piece] = []
    var bytes = Data()
    for part in parts {
      bytes += form.head(name: part.name, filename: part.filename, contentType: part.contentType)
      switch part.content.source {
      case .empty: break
      case .data(let data) where data.count <= RequestBody.chunkLength: bytes += data
      default:
        pieces += [.bytes(bytes), .content(part.content)]
        bytes = Data()
      }
      bytes += MultipartForm.end
    }
    bytes += form.close
    pieces.append(.bytes(bytes))
    self.pieces = pieces
    isRepeatable = parts.allSatisfy(\.content.isRepeatable)
  }

  /// The length of the whole body in bytes; nil when that is not known.
  private func length(of files: [Int: BodyFile.State]) -> Int64? {
    var sum: Int64 = 0
    for (number, piece) in pieces.enumerated() {
      switch piece {
      case .bytes(let data): sum += Int64(data.count)
      case .content(let content):
        guard let length = content.knownLength ?? files[number]?.length else { return nil }
        sum += length
      }
    }
    return sum
  }

  /// The chunks of the body, for sending it once.
  ///
  /// The state of all files is read before the first byte is sent, and each file is opened again when
  /// its turn comes.
  ///
  /// - Throws: `misused` naming `body` when a file cannot be sent.
  func chunks(
    onSent: (@Sendable (Int64, Int64?) -> Void)?
  ) async throws(OAuthError) -> RequestBody.BodyChunks {
    let files = try await BlockingWork.run { () throws(OAuthError) in try states() }
    let pieces = pieces
    return RequestBody.BodyChunks(length: length(of: files), onSent: onSent) {
      var position = 0
      var pull: BodyStream.Pull?
      return {
        while true {
          if let next = pull {
            if let chunk = try await next() { return chunk }
            pull = nil
          }
          guard position < pieces.count else { return nil }
          let piece = pieces[position]
          position += 1
          switch piece {
          case .bytes(let data): pull = BodyStream.puller(RequestBody.BodyChunks(data))
          case .content(let content):
            let chunks = try await content.chunks(expecting: files[position - 1])
            pull = BodyStream.puller(chunks)
          }
        }
      }
    }
  }

  private func states() throws(OAuthError) -> [Int: BodyFile.State] {
    var states: [Int: BodyFile.State] = [:]
    for (number, piece) in pieces.enumerated() {
      guard case .content(let content) = piece, case .file(let path) = content.source else {
        continue
      }
      states[number] = try BodyFile(path).state
    }
    return states
  }
}
