// SPDX-License-Identifier: Apache-2.0
import CPNG

/// Pictures as PNG, by libpng.
///
/// Its simplified interface catches its own errors in C and returns 0 for them, so no jump crosses a Swift
/// frame. [libpng manual, VI](http://www.libpng.org/pub/png/libpng-manual.txt)
enum PNGImage {
  /// The error of libpng: the bytes are not a usable PNG, or there is not enough memory.
  struct Failure: Error, Equatable {
    /// What libpng says.
    let reason: String
  }

  /// The maximum number of pixels. The size in the header is checked before memory is allocated for it.
  static let maximumPixels = 4_000_000

  /// Writes a picture of 256 colours at most.
  ///
  /// - Parameters:
  ///   - indexes: A colour's place in the palette for each pixel, row by row.
  ///   - palette: Three bytes for each colour: red, green, blue.
  static func encode(
    indexes: [UInt8], palette: [UInt8], width: Int, height: Int
  ) throws(Failure) -> [UInt8] {
    precondition(indexes.count == width * height && palette.count % 3 == 0)
    return try encode(
      indexes, width: width, height: height,
      format: UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_COLORMAP), palette: palette)
  }

  /// Writes a picture with alpha.
  ///
  /// - Parameter pixels: Four bytes for each pixel, row by row: red, green, blue, alpha.
  static func encode(rgba pixels: [UInt8], width: Int, height: Int) throws(Failure) -> [UInt8] {
    precondition(pixels.count == width * height * 4)
    return try encode(
      pixels, width: width, height: height,
      format: UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA), palette: [])
  }

  private static func encode(
    _ pixels: [UInt8], width: Int, height: Int, format: UInt32, palette: [UInt8]
  ) throws(Failure) -> [UInt8] {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    image.width = UInt32(width)
    image.height = UInt32(height)
    image.format = format
    image.colormap_entries = UInt32(palette.count / 3)
    // Better compression does not make the grain of these pictures smaller.
    image.flags = UInt32(PNG_IMAGE_FLAG_FAST)
    // The maximum size: all data uncompressed, plus some bytes for each row and for each block of 16 KiB.
    var count = png_alloc_size_t(pixels.count + pixels.count / 64 + height * 2 + 4_096)
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, written in
      let isWritten = png_image_write_to_memory(
        &image, buffer.baseAddress, &count, 0, pixels, 0, palette.isEmpty ? nil : palette)
      written = isWritten == 0 ? 0 : Int(count)
    }
    guard !bytes.isEmpty else { throw Failure(reason: message(of: image)) }
    return bytes
  }

  /// Reads any PNG.
  ///
  /// - Parameter ground: The grey behind transparent pixels.
  /// - Returns: Three bytes for each pixel, row by row: red, green, blue.
  static func decode(
    _ png: [UInt8], over ground: UInt8 = 128
  ) throws(Failure) -> (pixels: [UInt8], width: Int, height: Int) {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    guard png_image_begin_read_from_memory(&image, png, png.count) != 0 else {
      throw Failure(reason: message(of: image))
    }
    defer { png_image_free(&image) }
    let (width, height) = (Int(image.width), Int(image.height))
    let (count, isOver) = width.multipliedReportingOverflow(by: height)
    guard !isOver, count <= maximumPixels else { throw Failure(reason: "the picture is too large") }
    image.format = UInt32(PNG_FORMAT_FLAG_COLOR)
    var background = png_color(red: ground, green: ground, blue: ground)
    var isRead: Int32 = 0
    let pixels = [UInt8](unsafeUninitializedCapacity: count * 3) { buffer, written in
      isRead = png_image_finish_read(&image, &background, buffer.baseAddress, 0, nil)
      written = isRead == 0 ? 0 : count * 3
    }
    guard isRead != 0 else { throw Failure(reason: message(of: image)) }
    return (pixels, width, height)
  }

  private static func message(of image: png_image) -> String {
    withUnsafeBytes(of: image.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
