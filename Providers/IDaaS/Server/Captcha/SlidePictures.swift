// SPDX-License-Identifier: Apache-2.0
import Crypto
import Synchronization

/// The tenant's pictures, read and scaled once.
///
/// It caches up to 16 pictures of 1.1 MB each; a picture that is not cached is read again.
final class SlidePictures: Sendable {
  private static let limit = 16
  /// The pictures by the SHA-256 of their file; nil for a file that cannot be used.
  private let pictures = Mutex<[SHA256.Digest: Raster?]>([:])

  /// The picture in a file, a little larger than a puzzle.
  ///
  /// - Returns: Nil when it is no PNG, too small or too large.
  func picture(_ file: [UInt8]) -> Raster? {
    let digest = SHA256.hash(data: file)
    if let known = pictures.withLock({ $0[digest] }) { return known }
    let picture = Self.read(file)
    pictures.withLock { known in
      if known.count >= Self.limit { known.removeAll() }
      known[digest] = .some(picture)
    }
    return picture
  }

  private static func read(_ file: [UInt8]) -> Raster? {
    guard let (bytes, width, height) = try? PNGImage.decode(file) else { return nil }
    let source = Raster(width: width, height: height, rgb: bytes)
    return source.covering(width: PuzzleLayout.width * 6 / 5, height: PuzzleLayout.height * 6 / 5)
  }
}
